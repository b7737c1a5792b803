/**
 * The control API with 10,000 paused sandboxes in its store, against a bare route of the same framework that answers with
 * the same bytes. Both are processes of their own and take turns; the node is simulated, and knows the same sandboxes.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { controlNodeArgs } from '@cay/cli/installation.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { run } from '@cay/kit/host/run.ts'
import type { Measured } from '../measured.ts'
import type { Figure, Reading } from '../report.ts'
import { answersPerSecond, Connection } from './ask.ts'
import { populate, rareUser } from './populate.ts'

const sandboxes = 10_000
const apiKey = `e2b_${'5a'.repeat(20)}`
const asked = { perTurn: 20, warm: 1000 }
const load = { connections: 16, seconds: 5 }
const targets = { ratioMax: 5, perSecondMin: 1000, memoryMibMax: 200 }
const main = new URL('../../../packages/control/src/main.ts', import.meta.url).pathname
const floorProgram = new URL('./floor.ts', import.meta.url).pathname

export interface ControlMeasurement {
  readonly turns: number
  readonly signal: AbortSignal
  readonly tell: (text: string) => void
}

export async function measureControl(measurement: ControlMeasurement): Promise<Measured> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cay-bench-'))
  const children: ChildProcess[] = []
  try {
    const layout = dataLayout(dataDir)
    await mkdir(dirname(layout.orchestratorSocket), { recursive: true })
    measurement.tell(`      control: ${sandboxes} paused sandboxes`)
    const { node, sandboxIds } = await populate(layout.database, sandboxes)
    await node.orchestrator.listen(layout.orchestratorSocket)
    const control = start(children, main, { CAY_DATA_DIR: dataDir, CAY_API_PORT: '0', CAY_API_KEY: apiKey })
    const [{ listening }] = (await once(control, 'message')) as [{ listening: { api: string } }]
    const paths = pathsOf(sandboxIds)
    const measured = await measure(measurement, { control, url: listening.api, paths, children, sandboxIds })
    await node.orchestrator.close()
    return measured
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  }
}

function pathsOf(sandboxIds: readonly string[]): Readonly<Record<string, string>> {
  const filter = (pair: string) => `/v2/sandboxes?limit=100&metadata=${encodeURIComponent(pair)}`
  return {
    'control: list of 100': '/v2/sandboxes?limit=100',
    'control: get by id': `/sandboxes/${sandboxIds[17]}`,
    'control: metadata filter, 100 of 10,000 match': filter(`user=${rareUser}`),
    'control: metadata filter, all match': filter('app=bench'),
    'control: metadata filter, one matches': filter('session=4711'),
  }
}

interface Running {
  readonly control: ChildProcess
  readonly url: string
  readonly paths: Readonly<Record<string, string>>
  readonly children: ChildProcess[]
  readonly sandboxIds: readonly string[]
}

async function measure(
  { turns, signal }: ControlMeasurement,
  { control, url, paths, children, sandboxIds }: Running,
): Promise<Measured> {
  const openControl = () => Connection.open(url, { 'X-API-Key': apiKey })
  const own = await openControl()
  const floorPaths = Object.fromEntries(Object.keys(paths).map((name, index) => [name, `/floor/${index}`]))
  const floor = await openFloor(children, own, { paths, floorPaths })
  const figures: Figure[] = []
  // All of both before anything counts: what comes later would find warmer compilers.
  for (const [name, path] of Object.entries(paths)) {
    await times(own, path, asked.warm)
    await times(floor, floorPaths[name] ?? '', asked.warm)
  }
  for (const [name, path] of Object.entries(paths)) {
    const floorPath = floorPaths[name] ?? ''
    const taken = { own: [] as number[], floor: [] as number[] }
    for (let turn = 0; turn < turns; turn++) {
      signal.throwIfAborted()
      taken.floor.push(...(await times(floor, floorPath, asked.perTurn)))
      taken.own.push(...(await times(own, path, asked.perTurn)))
    }
    figures.push({ name, samples: taken.own, floor: taken.floor, ratioMax: targets.ratioMax })
  }
  const gets = sandboxIds.slice(0, 1000).map((id) => `/sandboxes/${id}`)
  return { figures, readings: await loadReadings(control, openControl, gets), notes: [] }
}

async function loadReadings(
  { pid = 0 }: ChildProcess,
  open: () => Promise<Connection>,
  gets: readonly string[],
): Promise<Reading[]> {
  await run(['taskset', '-a', '-c', '-p', '0', String(pid)])
  await answersPerSecond(open, gets, { ...load, seconds: 1 })
  const perSecond = await answersPerSecond(open, gets, load)
  const memoryMib = (await statusField(pid, 'VmHWM')) / 1024
  return [
    {
      name: 'control: get by id on one core',
      value: perSecond,
      unit: 'requests/s',
      valueMin: targets.perSecondMin,
    },
    { name: 'control: memory at its most', value: memoryMib, unit: 'MiB', valueMax: targets.memoryMibMax },
  ]
}

/** A server of the answers that control gives. */
async function openFloor(
  children: ChildProcess[],
  own: Connection,
  { paths, floorPaths }: Readonly<Record<'paths' | 'floorPaths', Readonly<Record<string, string>>>>,
): Promise<Connection> {
  const answers: Record<string, string> = {}
  for (const [name, path] of Object.entries(paths)) {
    const { status, body } = await own.ask(path)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`)
    answers[floorPaths[name] ?? ''] = body
  }
  const child = start(children, floorProgram, {})
  await once(child, 'message')
  const told = once(child, 'message')
  child.send(answers)
  const [url] = (await told) as [string]
  return await Connection.open(url, {})
}

async function times(connection: Connection, path: string, count: number): Promise<number[]> {
  const samples: number[] = []
  for (let index = 0; index < count; index++) {
    const startedMs = performance.now()
    await connection.ask(path)
    samples.push(performance.now() - startedMs)
  }
  return samples
}

function start(
  children: ChildProcess[],
  program: string,
  env: Readonly<Record<string, string>>,
): ChildProcess {
  const child = fork(program, {
    env: { PATH: process.env.PATH, CAY_LOG_LEVEL: 'warn', ...env },
    execArgv: program === main ? [...controlNodeArgs] : [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.push(child)
  return child
}

/** Kibibytes. */
async function statusField(pid: number, name: string): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0)
}

export const insideControlFigures = `
  control             one request after the other on a warm connection, with a key, 10,000 paused sandboxes of one team in
                      the store; its floor is a bare Fastify route that answers with the same bytes. One core: taskset.`
