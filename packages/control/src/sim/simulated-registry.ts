/** The sandboxes of a simulated node, and their watchers. */
import { BoundedChannel } from '@cay/kit/flow/bounded-channel.ts'
import type { NodeEvent, NodeSandbox } from '../ports/orchestrator.ts'

/** Maximum number of events that a watcher may lag behind. */
const eventsMax = 1000

export class SimulatedRegistry {
  readonly #sandboxes = new Map<string, NodeSandbox>()
  readonly #watchers = new Set<BoundedChannel<NodeEvent>>()
  #generation = 0

  has(sandboxId: string): boolean {
    return this.#sandboxes.has(sandboxId)
  }

  find(sandboxId: string): NodeSandbox | undefined {
    return this.#sandboxes.get(sandboxId)
  }

  list(): NodeSandbox[] {
    return [...this.#sandboxes.values()]
  }

  /** Publishes the sandbox with a new highest generation. */
  put(sandbox: NodeSandbox): NodeSandbox {
    this.#generation += 1
    const published = { ...sandbox, generation: this.#generation }
    this.#sandboxes.set(sandbox.sandboxId, published)
    for (const watcher of this.#watchers) watcher.push({ kind: 'changed', sandbox: published })
    return published
  }

  forget(sandboxId: string): void {
    this.#sandboxes.delete(sandboxId)
  }

  async *watch(signal: AbortSignal): AsyncIterable<NodeEvent> {
    const events = new BoundedChannel<NodeEvent>(eventsMax)
    events.push({ kind: 'following' })
    const stop = () => events.close()
    signal.addEventListener('abort', stop, { once: true })
    this.#watchers.add(events)
    try {
      yield* events
    } finally {
      this.#watchers.delete(events)
      signal.removeEventListener('abort', stop)
    }
  }

  breakWatches(error: Error): void {
    for (const watcher of this.#watchers) watcher.fail(error)
  }
}
