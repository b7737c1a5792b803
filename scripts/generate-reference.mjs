// Makes packages/control/assets from the package that Scalar ships its page for an API in: the one file that a browser loads,
// packed, and its licence. The result is committed, so that an installation does not carry the package and what it depends
// on. To be run after the package was updated. Usage: npm run generate-reference
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import reference from '@scalar/fastify-api-reference'
import { fastify } from 'fastify'

const assets = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages/control/assets')
const from = dirname(dirname(createRequire(import.meta.url).resolve('@scalar/fastify-api-reference')))

// The package hands the file out by a route only.
const app = fastify()
await app.register(reference, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
const { rawPayload } = await app.inject('/docs/js/scalar.js')
await app.close()

mkdirSync(assets, { recursive: true })
writeFileSync(join(assets, 'reference.js.gz'), gzipSync(rawPayload, { level: 9 }))
copyFileSync(join(from, 'LICENSE'), join(assets, 'reference.LICENSE'))
const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
console.log(`Scalar ${version}: ${rawPayload.length} bytes`)
