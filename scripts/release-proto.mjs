// Writes spec/released/VERSION.binpb.gz: the messages between the services, as the version of package.json has them. A test
// compares spec/ with the newest of these files, because a cluster runs two versions beside each other while it is upgraded.
// Usage: npm run release:proto, once for each release
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const image = execFileSync(
  join(root, 'node_modules/.bin/buf'),
  ['build', '--exclude-source-info', '--output', '-#format=binpb'],
  { cwd: join(root, 'spec') },
)
mkdirSync(join(root, 'spec/released'), { recursive: true })
const file = join(root, `spec/released/${version}.binpb.gz`)
writeFileSync(file, gzipSync(image, { level: 9 }))
console.log(file)
