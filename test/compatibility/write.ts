/**
 * Writes docs/compatibility.md from what the conformance tests have seen, when each of them has run and passed; `--run`
 * runs them first.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../repo/tree.ts'
import { renderPage } from './page.ts'
import { readPythonSurface } from './python-surface.ts'
import type { Outcome } from './record-calls.ts'
import { installedVersions, readRuns } from './runs.ts'
import { readSurface } from './surface.ts'
import { testsOfClients } from './tests-of-clients.ts'
import { notesOnNewerClients } from './versions/newest.ts'
import { readResults } from './versions/results.ts'

if (process.argv.includes('--run')) {
  const projects = ['--project', 'conformance', '--project', 'templates']
  const vitest = [join(root, 'node_modules/.bin/vitest'), 'run', ...projects, ...testsOfClients()]
  const { status } = spawnSync(process.execPath, vitest, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
const files = testsOfClients()
const runs = readRuns()
const versions = installedVersions()
const missing = files.filter((file) => runs[file]?.hasPassed !== true || runs[file].versions !== versions)
if (missing.length > 0) {
  console.error(`not written: these have not run and passed with ${versions}:\n${missing.join('\n')}`)
  process.exit(1)
}
const verdicts = new Map<string, Outcome>()
const tests = new Map<string, string>()
for (const file of files) {
  const run = runs[file]
  for (const [call, outcome] of Object.entries(run?.calls ?? {})) {
    if (verdicts.get(call) !== 'works') verdicts.set(call, outcome)
    if (outcome === 'works' && !tests.has(call)) tests.set(call, run?.tests[call] ?? basename(file))
  }
}
const page = join(root, 'docs/compatibility.md')
const offered = {
  surface: await readSurface(),
  pythonSurface: readPythonSurface(),
  versions: readResults(),
}
writeFileSync(page, renderPage(offered, { verdicts, tests }))
console.log(`${page} is written`)
for (const note of await notesOnNewerClients()) console.log(note)
