/**
 * The checks and tests behind `npm test`, on Node 24. Everything is run even when something failed before; the end says
 * what did, and the exit code is 1.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { formatElapsed, Progress } from '../packages/kit/src/progress.ts'
import { notesOnNewerClients } from '../test/compatibility/versions/newest.ts'
import { type Check, everything, fast, type Lane } from './checks.ts'
import { root } from './root.ts'
import { runTool } from './run-tool.ts'
import { readTimes, renderTimes } from './test-times.ts'

/** A data directory in the clone, as test/support uses it: nothing of an installation on this machine is touched. */
const testDataDir = join(root, '.cay', ['test', process.env.CAY_TEST_NAME].filter(Boolean).join('-'))
const timesFile = `${testDataDir}-times.jsonl`
/** Characters of a tool's output that are kept for the case that it fails. */
const outputLengthMax = 1024 * 1024
/** Closing lines of a tool that are worth repeating. */
const closingLinesMax = 6
/** Steps 1 and 2 were done by the caller, which ran before there was a Node 24. */
const stepsBefore = 2

const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

const stages = process.argv.includes('--fast') ? fast : everything
const env: Record<string, string> = {
  ...environment(),
  CAY_DATA_DIR: testDataDir,
  TEST_TIMES_FILE: timesFile,
  PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
  NO_COLOR: '1',
}
mkdirSync(join(root, '.cay'), { recursive: true })
rmSync(timesFile, { force: true })
const startedMs = performance.now()
const progress = new Progress({
  total: stages.flat(2).length + stepsBefore,
  first: stepsBefore + 1,
  nowMs: () => performance.now(),
  output: process.stdout,
})
const failed: string[] = []
for (const stage of stages) await Promise.all(stage.map(runLane))
for (const line of renderTimes(readTimes(timesFile))) console.log(line)
if (stages === everything) for (const note of await notesOnNewerClients()) console.log(note)
console.log(`\n${summary()} in ${formatElapsed(performance.now() - startedMs)}`)
process.exitCode = failed.length > 0 || stopping.signal.aborted ? 1 : 0

async function runLane(lane: Lane): Promise<void> {
  for (const check of lane) {
    if (stopping.signal.aborted) return
    if (!(await passes(check))) failed.push(check.title)
  }
}

function summary(): string {
  if (stopping.signal.aborted) return 'stopped'
  return failed.length === 0 ? 'all passed' : `failed: ${failed.join('; ')}`
}

/** Shows the closing lines of what passed, and all that a failed one said. */
async function passes(check: Check): Promise<boolean> {
  let output = ''
  try {
    await progress.step(check.title, async (step) => {
      const onText = (text: string) => {
        output = (output + text).slice(-outputLengthMax)
        step.doing(text.trim().split('\n').at(-1) ?? '')
      }
      const options = { env, timeoutMs: check.timeoutMs, onText, signal: stopping.signal }
      for (const argv of check.argvs) await runTool(argv, options)
      for (const line of closingLines(output)) step.note(line.trimEnd())
    })
    return true
  } catch (error) {
    console.log(`${output}\n${error instanceof Error ? error.message : String(error)}\n`)
    return false
  }
}

/** Those of a test runner that count, for services may complain after them; of other tools the last ones. */
function closingLines(output: string): string[] {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const counts = lines.filter((line) => /^ *(Test Files|Tests|Duration) /.test(line))
  return (counts.length > 0 ? counts : lines).slice(-closingLinesMax)
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
