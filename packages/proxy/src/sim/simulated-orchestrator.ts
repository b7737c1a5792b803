/** An orchestrator with the real wire protocol and no machine behind it. It can be stopped and started again. */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { clone, create, type MessageInitShape } from '@bufbuild/protobuf'
import {
  Orchestrator,
  type Sandbox,
  SandboxPhase,
  SandboxSchema,
  type WatchSandboxesResponse,
  WatchSandboxesResponseSchema,
} from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { BoundedChannel } from '@cay/kit/flow/bounded-channel.ts'
import { traceCallsIn } from '@cay/kit/trace-calls.ts'
import { Code, ConnectError } from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import type { InboundRequest } from '../ports/orchestrator.ts'

/** An RPC error for `onResume` and `onWake` to throw. */
export function orchestratorError(code: keyof typeof Code, message: string): ConnectError {
  return new ConnectError(message, Code[code])
}

const unreadEventsMax = 10_000
const keepaliveMs = 5000

const keepaliveMessage = create(WatchSandboxesResponseSchema, { event: { case: 'keepalive', value: {} } })

export class SimulatedOrchestrator {
  readonly #socketPath: string
  readonly #sandboxes = new Map<string, Sandbox>()
  readonly #watchers = new Set<BoundedChannel<WatchSandboxesResponse>>()
  #generation = 0n
  #server: Server | undefined
  /** Listings served so far. */
  listings = 0
  /** Watch streams opened so far. */
  streams = 0
  /** Resume requests received. `onResume` decides each one; it throws what the orchestrator would. */
  readonly resumes: InboundRequest[] = []
  onResume: (request: InboundRequest) => Promise<void> | void = () => undefined
  readonly wakes: string[] = []
  onWake: (sandboxId: string) => Promise<void> | void = () => undefined

  constructor(socketPath: string) {
    this.#socketPath = socketPath
  }

  async start(): Promise<void> {
    rmSync(this.#socketPath, { force: true })
    this.#server = createServer(
      connectNodeAdapter({
        interceptors: [traceCallsIn],
        routes: (router) =>
          router.service(Orchestrator, {
            listSandboxes: () => {
              this.listings += 1
              return { sandboxes: [...this.#sandboxes.values()] }
            },
            watchSandboxes: (_, { signal }) => this.#watch(signal),
            resumeForTraffic: async ({ sandboxId, port, accessToken }) => {
              this.resumes.push({ sandboxId, port, accessToken })
              await this.onResume({ sandboxId, port, accessToken })
              return { sandbox: this.#sandboxes.get(sandboxId) ?? create(SandboxSchema, { sandboxId }) }
            },
            wakeSandbox: async ({ sandboxId }) => {
              this.wakes.push(sandboxId)
              await this.onWake(sandboxId)
              return {}
            },
          }),
      }),
    )
    this.#server.listen(this.#socketPath)
    await once(this.#server, 'listening')
  }

  /** Closes every connection, as the death of the process would. */
  async stop(): Promise<void> {
    const server = this.#server
    if (server === undefined) return
    this.#server = undefined
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  /** Adds a running sandbox. With `isAnnounced: false`, watchers are not notified. */
  put(sandboxId: string, address: string, { isAnnounced = true } = {}): void {
    this.#set({ sandboxId, address, phase: SandboxPhase.RUNNING }, isAnnounced)
  }

  /** Changes some facts of a sandbox and keeps the rest. */
  change(sandboxId: string, alter: (sandbox: Sandbox) => void): void {
    const known = this.#sandboxes.get(sandboxId) ?? create(SandboxSchema, { sandboxId })
    const sandbox = clone(SandboxSchema, known)
    alter(sandbox)
    this.#set(sandbox, true)
  }

  end(sandboxId: string): void {
    this.#set({ sandboxId, phase: SandboxPhase.ENDED }, true)
  }

  /** Drops a sandbox without an event, as when it ended while the orchestrator was down. */
  forget(sandboxId: string): void {
    this.#sandboxes.delete(sandboxId)
  }

  #set(facts: MessageInitShape<typeof SandboxSchema>, isAnnounced: boolean): void {
    this.#generation += 1n
    const sandbox = create(SandboxSchema, facts)
    sandbox.generation = this.#generation
    this.#sandboxes.set(sandbox.sandboxId, sandbox)
    if (isAnnounced) this.#notify(sandbox)
  }

  #notify(sandbox: Sandbox): void {
    const message = create(WatchSandboxesResponseSchema, { event: { case: 'changed', value: sandbox } })
    for (const watcher of this.#watchers) watcher.push(message)
  }

  async *#watch(signal: AbortSignal): AsyncIterable<WatchSandboxesResponse> {
    const channel = new BoundedChannel<WatchSandboxesResponse>(unreadEventsMax)
    signal.addEventListener('abort', () => channel.close())
    const keepalive = setInterval(() => channel.push(keepaliveMessage), keepaliveMs)
    this.#watchers.add(channel)
    this.streams += 1
    try {
      yield create(WatchSandboxesResponseSchema, {
        event: { case: 'snapshot', value: { sandboxes: [...this.#sandboxes.values()] } },
      })
      yield* channel
    } finally {
      clearInterval(keepalive)
      this.#watchers.delete(channel)
    }
  }
}
