/**
 * The orchestrator without control, proxy and egress gateway: a process in a data directory of its own, spoken to as
 * control speaks to it, and the sandboxes spoken to directly.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { create } from '@bufbuild/protobuf'
import type { CreateSandboxRequestSchema, Sandbox } from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { makeSandboxId } from '@cay/core/ids.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import type { ProcessIdentity } from '@cay/kit/host/process-identity.ts'
import { FileRecords } from '@cay/orchestrator/edge/sandbox/file-records.ts'
import type { GuestClient } from '@cay/orchestrator/edge/sandbox/guest-client.ts'
import type { ContainerRecord } from '@cay/orchestrator/ports/record.ts'
import {
  connectOrchestrator,
  type OrchestratorClient,
} from '@cay/orchestrator/testing/orchestrator-client.ts'
import { machineLayout } from '@cay/orchestrator/wiring/wire-machine.ts'
import { connectGuest } from './connect-guest.ts'
import { Installation } from './installation.ts'
import { programEnvironment } from './program-environment.ts'

const main = new URL('../../packages/orchestrator/src/main.ts', import.meta.url).pathname

type CreateOptions = Exclude<Parameters<typeof create<typeof CreateSandboxRequestSchema>>[1], undefined>

export class StandaloneOrchestrator {
  readonly installation: Installation
  readonly client: OrchestratorClient
  readonly #env: Record<string, string>
  readonly #guests = new Set<GuestClient>()
  #process: ChildProcess | undefined

  private constructor(installation: Installation, env: Record<string, string>) {
    this.installation = installation
    this.#env = env
    this.client = connectOrchestrator(dataLayout(installation.dataDir).orchestratorSocket)
  }

  static async start(name: string, env: Record<string, string> = {}): Promise<StandaloneOrchestrator> {
    const installation = await Installation.prepare(`${process.env.CAY_TEST_NAME ?? 'shared'}-${name}`)
    const node = new StandaloneOrchestrator(installation, env)
    await node.start()
    return node
  }

  get dataDir(): string {
    return this.installation.dataDir
  }

  /** `more` and the program with its arguments that it is started through hold until the next start. */
  async start(more: Record<string, string> = {}, [program, ...given]: readonly string[] = []): Promise<void> {
    const child = fork(main, {
      env: {
        ...programEnvironment(),
        CAY_DATA_DIR: this.dataDir,
        CAY_LOG_LEVEL: 'error',
        CAY_POOL_SIZE: '0',
        ...this.#env,
        ...more,
      },
      ...(program === undefined
        ? { execArgv: [] }
        : { execPath: program, execArgv: [...given, process.execPath] }),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#process = child
    await once(child, 'message')
  }

  /** Resolves when the process is gone; what it had begun outside of itself may go on. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#process
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }

  async create(more: CreateOptions = {}): Promise<Sandbox> {
    const { templates } = await this.client.listTemplates({})
    const base = templates.find(({ alias }) => alias === 'base')
    const sandboxId = makeSandboxId(crypto.getRandomValues(new Uint8Array(64)))
    const { templateId, buildId } = present(base)
    const given = { sandboxId, templateId, buildId, timeoutSeconds: 600, ...more }
    return present((await this.client.createSandbox(given)).sandbox)
  }

  async find(sandboxId: string): Promise<Sandbox | undefined> {
    const { sandboxes } = await this.client.listSandboxes({})
    return sandboxes.find((one) => one.sandboxId === sandboxId)
  }

  /** Whether anything of it is in memory. */
  async hasContainer(sandboxId: string): Promise<boolean> {
    return (await this.#recordOf(sandboxId)) !== undefined
  }

  /** The runtime's process of its container. */
  async processOf(sandboxId: string): Promise<ProcessIdentity | undefined> {
    return (await this.#recordOf(sandboxId))?.process
  }

  async #recordOf(sandboxId: string): Promise<ContainerRecord | undefined> {
    const { records } = await new FileRecords(machineLayout(this.dataDir)).list()
    return records.find(({ claim }) => claim?.sandboxId === sandboxId)
  }

  /** Commands and files of the sandbox at this address. */
  guest({ address }: Pick<Sandbox, 'address'>): GuestClient {
    const guest = connectGuest(address)
    this.#guests.add(guest)
    return guest
  }

  /** Ends everything and leaves the machine as it was. */
  async remove(): Promise<void> {
    for (const guest of this.#guests) guest.close()
    await this.stop()
    await this.installation.remove()
  }
}

/** A message that the protocol always sends. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the answer lacks its message')
  return value
}
