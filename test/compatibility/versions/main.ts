/**
 * `npm run compatibility -- --versions`: tries versions of the clients and writes their section of docs/compatibility.md. With the
 * name of one version it tries that alone and writes nothing.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { read, root } from '../../repo/tree.ts'
import { readSeen, renderPage } from '../page.ts'
import { readPythonSurface } from '../python-surface.ts'
import { readSurface } from '../surface.ts'
import { newerThanTried } from './newest.ts'
import { keepResults } from './results.ts'
import { tryVersions } from './run.ts'

const only = process.argv[2]
const results = await tryVersions(only)
if (only === undefined) {
  keepResults(results)
  const page = 'docs/compatibility.md'
  const offered = { surface: await readSurface(), pythonSurface: readPythonSurface(), versions: results }
  writeFileSync(join(root, page), renderPage(offered, readSeen(read(page))))
  console.log(`${page} is written`)
}
for (const note of newerThanTried(results.newest)) console.log(note)
const failed = Object.values(results.versions)
  .flat()
  .some(({ calls }) => Object.values(calls).includes('fails'))
process.exitCode = failed ? 1 : 0
