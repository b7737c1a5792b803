/**
 * Writes docs/compatibility.md from what the conformance tests have seen, when each of them has run and passed; `--run`
 * runs them first.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, root } from '../repo/tree.ts'
import { renderPage } from './page.ts'
import { readPythonSurface } from './python-surface.ts'
import type { Outcome } from './record-calls.ts'
import { installedVersions, readRuns } from './runs.ts'
import { readSurface } from './surface.ts'
import { readResults } from './versions/results.ts'
import { newerThanTried, newestVersions } from './versions/run.ts'

if (process.argv.includes('--run')) {
  const vitest = [join(root, 'node_modules/.bin/vitest'), 'run', '--project', 'conformance']
  const { status } = spawnSync(process.execPath, vitest, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
const files = filesBelow('test/conformance').filter((path) => path.endsWith('.test.ts'))
const runs = readRuns()
const versions = installedVersions()
const missing = files.filter((file) => runs[file]?.hasPassed !== true || runs[file].versions !== versions)
if (missing.length > 0) {
  console.error(`not written: these have not run and passed with ${versions}:\n${missing.join('\n')}`)
  process.exit(1)
}
const verdicts = new Map<string, Outcome>()
for (const file of files)
  for (const [call, outcome] of Object.entries(runs[file]?.calls ?? {}))
    if (verdicts.get(call) !== 'works') verdicts.set(call, outcome)
const page = join(root, 'docs/compatibility.md')
const offered = {
  surface: await readSurface(),
  pythonSurface: readPythonSurface(),
  versions: readResults(),
}
writeFileSync(page, renderPage(offered, verdicts))
console.log(`${page} is written`)
try {
  for (const note of newerThanTried(await newestVersions())) console.log(note)
} catch (error) {
  console.log(
    `whether there are newer clients is not known: ${error instanceof Error ? error.message : error}`,
  )
}
