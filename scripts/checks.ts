/** What `npm test` runs, and what of it can be under way at once. */
import { join } from 'node:path'
import { root } from './root.ts'

export interface Check {
  readonly title: string
  /** Run in order; the first that fails ends the check. */
  readonly argvs: readonly (readonly string[])[]
  readonly timeoutMs: number
}

/** Checks in their order. */
export type Lane = readonly Check[]

/** Lanes that are under way at once; what comes after begins when all of them have ended. */
export type Stage = readonly Lane[]

const minutes = 60_000

function tool(name: string, ...args: string[]): string[] {
  return [process.execPath, join(root, 'node_modules/.bin', name), ...args]
}

/** What the compiler remembers of its last run is kept in the clone: the next one looks at what has changed. */
function tsc(name: string, ...args: string[]): string[] {
  return tool(
    'tsc',
    ...args,
    '--incremental',
    '--tsBuildInfoFile',
    join(root, `.cay/types/${name}.tsbuildinfo`),
  )
}

function vitest(title: string, ...projects: string[]): Check {
  const selection = projects.flatMap((project) => ['--project', project])
  return { title, argvs: [tool('vitest', 'run', ...selection)], timeoutMs: 60 * minutes }
}

const withoutMachine = vitest('tests without a machine', 'core', 'unit', 'system')

function cay(title: string, ...commands: string[][]): Check {
  const cli = join(root, 'packages/cli/src/main.ts')
  return { title, argvs: commands.map((args) => [process.execPath, cli, ...args]), timeoutMs: 30 * minutes }
}

/** One file at a time, in the time in which tests on the machine wait. */
const severalProcesses = vitest('tests of several processes', 'processes')

const templates: Lane = [
  cay('Debian packages and base template', ['setup']),
  // Those that are large are built by their own tests (`npm run test:templates`).
  cay(
    'templates code-interpreter-v1 and mcp-gateway',
    ['template', 'build', 'code-interpreter-v1'],
    ['template', 'build', 'mcp-gateway'],
  ),
]

const sources: Lane = [
  { title: 'format and lint', argvs: [tool('biome', 'ci', '--colors=off', '.')], timeoutMs: 5 * minutes },
  {
    title: 'types',
    argvs: [
      tsc('all'),
      tsc('contract', '--project', 'packages/contract'),
      tsc('core', '--project', 'packages/core'),
      tsc('dashboard', '--project', 'packages/dashboard'),
    ],
    timeoutMs: 10 * minutes,
  },
  { title: 'import directions', argvs: [tool('depcruise', 'packages', 'test')], timeoutMs: 5 * minutes },
  { title: 'dead code', argvs: [tool('knip')], timeoutMs: 5 * minutes },
]

/** One run, so that its projects share an installation: first files beside one another, then those that want all of the
 * host, and last a cluster. */
const onMachine = vitest(
  'tests on the machine, official clients, a cluster',
  ...['machine', 'conformance', 'host', 'cluster'],
)

export const fast: readonly Stage[] = [[[withoutMachine]]]
/** What computes beside what waits. Tests on the machine begin when there are templates. */
export const everything: readonly Stage[] = [
  [
    [...templates, onMachine],
    [...sources, withoutMachine, severalProcesses],
  ],
]
