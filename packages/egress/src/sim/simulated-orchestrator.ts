import { EventEmitter, once } from 'node:events'
import type { EgressLists } from '@cay/core/egress/lists.ts'
import type { Destination } from '../ports/network.ts'
import type { NodeEvent, OrchestratorClient, SandboxUpdate } from '../ports/orchestrator-client.ts'

/** An orchestrator whose sandboxes are set by the test. */
export class SimulatedOrchestrator implements OrchestratorClient {
  readonly #sandboxes = new Map<string, SandboxUpdate>()
  readonly #changes = new EventEmitter()
  #generation = 0n
  readonly #gateway: Destination

  constructor(gateway: Destination = { address: '127.0.0.1', port: 0 }) {
    this.#gateway = gateway
  }

  async gatewayAddress(): Promise<Destination> {
    return this.#gateway
  }

  /** Returns the generation of what was told. With exempt destinations it is an image pull of the node's own. */
  put(
    sandboxId: string,
    address: string,
    { exempt, ...policy }: Partial<EgressLists> & Pick<SandboxUpdate, 'exempt'> = {},
  ): bigint {
    const lists = { allowOut: [], denyOut: [], ...policy }
    return this.#tell({
      ...{ sandboxId, phase: 'running', address, lists },
      ...(exempt === undefined ? {} : { exempt }),
    })
  }

  /** The sandbox is captured, or paused where the address is empty. */
  suspend(sandboxId: string, address: string): void {
    this.#tell({ sandboxId, phase: 'suspended', address, lists: { allowOut: [], denyOut: [] } })
  }

  end(sandboxId: string): void {
    this.#tell({ sandboxId, phase: 'ended', address: '', lists: { allowOut: [], denyOut: [] } })
    this.#sandboxes.delete(sandboxId)
  }

  async *watch(signal: AbortSignal): AsyncIterable<NodeEvent> {
    const unread: SandboxUpdate[] = []
    const keep = (update: SandboxUpdate) => unread.push(update)
    this.#changes.on('changed', keep)
    try {
      yield { kind: 'snapshot', sandboxes: [...this.#sandboxes.values()] }
      while (!signal.aborted) {
        for (const sandbox of unread.splice(0)) yield { kind: 'changed', sandbox }
        if (unread.length === 0) await once(this.#changes, 'changed', { signal })
      }
    } finally {
      this.#changes.off('changed', keep)
    }
  }

  #tell(update: Omit<SandboxUpdate, 'generation'>): bigint {
    this.#generation += 1n
    const sandbox = { ...update, generation: this.#generation }
    this.#sandboxes.set(update.sandboxId, sandbox)
    this.#changes.emit('changed', sandbox)
    return this.#generation
  }
}
