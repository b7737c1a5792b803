/** Creates over the API by two control processes, one on SQLite and one on PostgreSQL, in turns. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { controlNodeArgs } from '@cay/cli/installation.ts'
import { systemClock } from '@cay/control/edge/host/system-clock.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { SimulatedNode } from '../../support/simulated-node.ts'
import { ControlApi } from '../control-api.ts'
import type { Measured } from '../measured.ts'
import { median } from '../statistics.ts'
import type { PostgresMeasurement } from './measurement.ts'

const apiKey = `e2b_${'5a'.repeat(20)}`
const perTurn = 10
const warmTurns = 5
const addedMsMax = 6
const main = new URL('../../../packages/control/src/main.ts', import.meta.url).pathname

export async function measureCreates(
  databaseUrl: string,
  measurement: PostgresMeasurement,
): Promise<Measured> {
  await using sqlite = await startControl({})
  await using postgres = await startControl({ CAY_DATABASE_URL: databaseUrl })
  const samples = { sqlite: [] as number[], postgres: [] as number[] }
  for (let turn = -warmTurns; turn < measurement.turns; turn++) {
    measurement.signal.throwIfAborted()
    const onSqlite = await createSome(sqlite.api)
    const onPostgres = await createSome(postgres.api)
    if (turn < 0) continue
    samples.sqlite.push(...onSqlite)
    samples.postgres.push(...onPostgres)
  }
  return {
    figures: [
      { name: 'create over the API, SQLite', samples: samples.sqlite },
      { name: 'create over the API, PostgreSQL', samples: samples.postgres, floor: samples.sqlite },
    ],
    readings: [
      {
        name: 'what PostgreSQL adds to a create',
        value: median(samples.postgres) - median(samples.sqlite),
        ...{ unit: 'ms', valueMax: addedMsMax },
      },
    ],
    notes: [],
  }
}

async function createSome(api: ControlApi): Promise<number[]> {
  const taken: number[] = []
  for (let count = 0; count < perTurn; count++) {
    const { sandboxId, ms } = await api.create()
    await api.kill(sandboxId)
    taken.push(ms)
  }
  return taken
}

/** With a node of its own in this process. */
async function startControl(env: Record<string, string>): Promise<AsyncDisposable & { api: ControlApi }> {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'cay-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true }))
  const { orchestratorSocket } = dataLayout(dataDir)
  await mkdir(dirname(orchestratorSocket), { recursive: true })
  const node = new SimulatedNode(systemClock)
  await node.orchestrator.listen(orchestratorSocket)
  stack.defer(() => node.orchestrator.close())
  const child = fork(main, {
    env: {
      ...{ PATH: process.env.PATH, CAY_LOG_LEVEL: 'warn', CAY_DATA_DIR: dataDir },
      ...{ CAY_API_PORT: '0', CAY_API_KEY: apiKey, ...env },
    },
    execArgv: [...controlNodeArgs],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  stack.defer(() => end(child))
  const [{ listening }] = (await once(child, 'message')) as [{ listening: { api: string } }]
  const api = new ControlApi({ apiUrl: listening.api, proxyUrl: '', apiKey, dataDir })
  const owned = stack.move()
  return { api, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
