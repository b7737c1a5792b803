/** A node that knows only what it is told: the real wire, no machine behind it. It can be stopped and started again. */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { create } from '@bufbuild/protobuf'
import {
  Orchestrator,
  type Sandbox,
  SandboxPhase,
  SandboxSchema,
  type WatchSandboxesResponse,
  WatchSandboxesResponseSchema,
} from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { BoundedChannel } from '@cay/kit/flow/bounded-channel.ts'
import { connectNodeAdapter } from '@connectrpc/connect-node'

const unreadEventsMax = 10_000
const keepaliveMs = 5000

const keepaliveMessage = create(WatchSandboxesResponseSchema, { event: { case: 'keepalive', value: {} } })

export class SimulatedOrchestrator {
  readonly #socketPath: string
  readonly #sandboxes = new Map<string, Sandbox>()
  readonly #watchers = new Set<BoundedChannel<WatchSandboxesResponse>>()
  #generation = 0n
  #server: Server | undefined
  /** Questions answered so far. */
  listings = 0
  /** Streams opened so far. */
  streams = 0

  constructor(socketPath: string) {
    this.#socketPath = socketPath
  }

  async start(): Promise<void> {
    rmSync(this.#socketPath, { force: true })
    this.#server = createServer(
      connectNodeAdapter({
        routes: (router) =>
          router.service(Orchestrator, {
            listSandboxes: () => {
              this.listings += 1
              return { sandboxes: [...this.#sandboxes.values()] }
            },
            watchSandboxes: (_, { signal }) => this.#watch(signal),
          }),
      }),
    )
    this.#server.listen(this.#socketPath)
    await once(this.#server, 'listening')
  }

  /** Cuts every connection, as the death of the process would. */
  async stop(): Promise<void> {
    const server = this.#server
    if (server === undefined) return
    this.#server = undefined
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  /** `isTold: false`: those who watch hear nothing of it. */
  put(sandboxId: string, address: string, { isTold = true } = {}): void {
    this.#generation += 1n
    const sandbox = create(SandboxSchema, {
      sandboxId,
      address,
      phase: SandboxPhase.RUNNING,
      generation: this.#generation,
    })
    this.#sandboxes.set(sandboxId, sandbox)
    if (isTold) this.#tell(sandbox)
  }

  end(sandboxId: string): void {
    this.#generation += 1n
    const sandbox = create(SandboxSchema, {
      sandboxId,
      phase: SandboxPhase.ENDED,
      generation: this.#generation,
    })
    this.#sandboxes.set(sandboxId, sandbox)
    this.#tell(sandbox)
  }

  /** Loses it without a word, as a node does that was not running when the sandbox ended. */
  forget(sandboxId: string): void {
    this.#sandboxes.delete(sandboxId)
  }

  #tell(sandbox: Sandbox): void {
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
