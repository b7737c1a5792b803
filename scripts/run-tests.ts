/**
 * The checks and tests behind `npm test`, on Node 24. Everything is run even when something failed before; the end says
 * what did, and the exit code is 1.
 */
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatElapsed, Progress } from '../packages/kit/src/progress.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** A data directory in the clone, as test/support uses it: nothing of an installation on this machine is touched. */
const testDataDir = join(root, '.cay', ['test', process.env.CAY_TEST_NAME].filter(Boolean).join('-'))
const minutes = 60_000
/** Between asking a tool to stop and ending it: it may have sandboxes to give back. */
const stopGraceMs = 30_000
/** Characters of a tool's output that are kept for the case that it fails. */
const outputLengthMax = 1024 * 1024
/** Closing lines of a tool that are worth repeating. */
const closingLinesMax = 6
/** Steps 1 and 2 were done by the caller, which ran before there was a Node 24. */
const stepsBefore = 2

interface Check {
  readonly title: string
  /** Run in order; the first that fails ends the check. */
  readonly argvs: readonly (readonly string[])[]
  readonly timeoutMs: number
}

const cli = join(root, 'packages/cli/src/main.ts')

function tool(name: string, ...args: string[]): string[] {
  return [process.execPath, join(root, 'node_modules/.bin', name), ...args]
}

function vitest(title: string, ...projects: string[]): Check {
  const selection = projects.flatMap((project) => ['--project', project])
  return { title, argvs: [tool('vitest', 'run', ...selection)], timeoutMs: 30 * minutes }
}

const withoutMachine = vitest('tests without a machine', 'core', 'unit', 'system')

const everything: readonly Check[] = [
  {
    title: 'Debian packages and base template',
    argvs: [[process.execPath, cli, 'setup']],
    timeoutMs: 30 * minutes,
  },
  {
    title: 'format and lint',
    argvs: [tool('biome', 'ci', '--colors=off', '.')],
    timeoutMs: 5 * minutes,
  },
  {
    title: 'types',
    argvs: [
      tool('tsc'),
      tool('tsc', '--project', 'packages/contract'),
      tool('tsc', '--project', 'packages/core'),
    ],
    timeoutMs: 10 * minutes,
  },
  { title: 'import directions', argvs: [tool('depcruise', 'packages', 'test')], timeoutMs: 5 * minutes },
  { title: 'dead code', argvs: [tool('knip')], timeoutMs: 5 * minutes },
  withoutMachine,
  vitest('tests on the machine', 'machine'),
  vitest('official clients', 'conformance'),
]

const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

const checks = process.argv.includes('--fast') ? [withoutMachine] : everything
const env: Record<string, string> = {
  ...environment(),
  CAY_DATA_DIR: testDataDir,
  PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
  NO_COLOR: '1',
}
const startedMs = performance.now()
const progress = new Progress({
  total: checks.length + stepsBefore,
  first: stepsBefore + 1,
  nowMs: () => performance.now(),
  output: process.stdout,
})
const failed: string[] = []
for (const check of checks) {
  if (stopping.signal.aborted) break
  if (!(await passes(check))) failed.push(check.title)
}
console.log(`\n${summary()} in ${formatElapsed(performance.now() - startedMs)}`)
process.exitCode = failed.length > 0 || stopping.signal.aborted ? 1 : 0

function summary(): string {
  if (stopping.signal.aborted) return 'stopped'
  return failed.length === 0 ? 'all passed' : `failed: ${failed.join(', ')}`
}

/** Shows the closing lines of what passed, and all that a failed one said. */
async function passes(check: Check): Promise<boolean> {
  let output = ''
  try {
    await progress.step(check.title, async (step) => {
      for (const argv of check.argvs) {
        await runTool(argv, check.timeoutMs, (text) => {
          output = (output + text).slice(-outputLengthMax)
          step.doing(text.trim().split('\n').at(-1) ?? '')
        })
      }
    })
    for (const line of closingLines(output)) console.log(`      ${line.trimEnd()}`)
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

/** Runs a tool to its end; SIGTERM and later SIGKILL when it takes too long or when we are to stop. */
function runTool(argv: readonly string[], timeoutMs: number, onText: (text: string) => void): Promise<void> {
  const [program = '', ...args] = argv
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onText)
  let kill: NodeJS.Timeout | undefined
  const stop = () => {
    child.kill('SIGTERM')
    kill = setTimeout(() => child.kill('SIGKILL'), stopGraceMs)
  }
  const late = setTimeout(stop, timeoutMs)
  stopping.signal.addEventListener('abort', stop)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(late)
      clearTimeout(kill)
      stopping.signal.removeEventListener('abort', stop)
      if (code === 0) resolve()
      else
        reject(
          new Error(
            `${args[0] ?? program} ${signal === null ? `exited with ${code}` : `was ended by ${signal}`}`,
          ),
        )
    })
  })
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
