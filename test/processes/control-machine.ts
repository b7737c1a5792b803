/** Control as a process of its own, over a socket to a simulated node that outlives it. Several may share one node. */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { systemClock } from '@cay/control/edge/host/system-clock.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import type { ReadyMessage } from '@cay/kit/service.ts'
import { onTestFinished } from 'vitest'
import { programEnvironment } from '../support/program-environment.ts'
import { SimulatedNode } from '../support/simulated-node.ts'

const main = new URL('../../packages/control/src/main.ts', import.meta.url).pathname

export interface ControlMachine {
  readonly dataDir: string
  readonly node: SimulatedNode
  start(env?: Record<string, string>): Promise<ControlProcess>
  readAdminToken(): Promise<string>
}

export interface ControlProcess {
  readonly process: ChildProcess
  readonly url: string
  /** The log lines so far. */
  readonly lines: readonly Readonly<Record<string, unknown>>[]
  call(method: string, path: string, options?: CallOptions): Promise<ControlReply>
  die(): Promise<void>
}

export interface CallOptions {
  readonly body?: object
  readonly key?: string
  readonly requestId?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

export interface ControlReply {
  readonly status: number
  readonly headers: Headers
  /** Undefined when there was none. */
  readonly body: unknown
}

/** Ended with the test. */
export async function startControlMachine(): Promise<ControlMachine> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cay-control-process-'))
  const { orchestratorSocket } = dataLayout(dataDir)
  await mkdir(dirname(orchestratorSocket), { recursive: true })
  const node = new SimulatedNode(systemClock)
  await node.orchestrator.listen(orchestratorSocket)
  const processes: ChildProcess[] = []
  onTestFinished(async () => {
    for (const child of processes) await endProcess(child)
    await node.orchestrator.close()
    await rm(dataDir, { recursive: true })
  })
  return {
    dataDir,
    node,
    readAdminToken: async () => (await readFile(dataLayout(dataDir).adminTokenFile, 'utf8')).trim(),
    async start(env = {}) {
      const child = forkControl(dataDir, env, 'pipe')
      processes.push(child)
      const lines: Record<string, unknown>[] = []
      if (child.stdout !== null)
        createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line)))
      const [ready] = (await once(child, 'message')) as [ReadyMessage]
      const url = ready.listening.api ?? ''
      const ownKey = (await readFile(dataLayout(dataDir).apiKeyFile, 'utf8')).trim()
      return {
        process: child,
        url,
        lines,
        die: () => endProcess(child),
        async call(method, path, { body, key = ownKey, requestId, headers = {} } = {}) {
          const id = requestId === undefined ? {} : { 'x-request-id': requestId }
          const response = await fetch(url + path, {
            method,
            headers: { 'x-api-key': key, ...id, ...headers },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          })
          const text = await response.text()
          return {
            status: response.status,
            headers: response.headers,
            body: text === '' ? undefined : JSON.parse(text),
          }
        },
      }
    },
  }
}

/** Of the team that the installation begins with. */
export async function limitTeam(
  machine: Pick<ControlMachine, 'readAdminToken'>,
  control: Pick<ControlProcess, 'call'>,
  runningSandboxes: number,
): Promise<void> {
  const headers = { 'x-admin-token': await machine.readAdminToken() }
  const { body: teams } = await control.call('GET', '/admin/teams', { headers })
  const [team] = teams as { teamID: string }[]
  const { status } = await control.call('PATCH', `/admin/teams/${team?.teamID}`, {
    ...{ headers, body: { runningSandboxes } },
  })
  if (status !== 200) throw new Error(`the quota was not set: ${status}`)
}

export function forkControl(
  dataDir: string,
  env: Record<string, string>,
  stdout: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
  return fork(main, {
    env: {
      ...programEnvironment(),
      CAY_DATA_DIR: dataDir,
      CAY_API_PORT: '0',
      CAY_LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', stdout, 'pipe', 'ipc'],
    execArgv: [],
  })
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
