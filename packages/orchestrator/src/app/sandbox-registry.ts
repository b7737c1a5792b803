/**
 * The node's sandboxes in memory: those that live, and the ends nobody has acknowledged. It is the one publisher of
 * their visible state; each change gets a generation that only grows, over restarts too.
 */
import { BoundedChannel } from '@cay/kit/flow/bounded-channel.ts'
import type { Claim, ContainerRecord, EndedSandbox } from '../ports.ts'

export type LiveRecord = ContainerRecord & { readonly claim: Claim }

export type SandboxView =
  | {
      readonly phase: 'running'
      readonly generation: bigint
      readonly record: LiveRecord
      /** Nobody uses it, so it stands still: see `ensureAwake`. */
      readonly frozen: boolean
    }
  | { readonly phase: 'ended'; readonly generation: bigint; readonly ended: EndedSandbox }

/** Changes that a watcher may be behind before it has to start over. */
const watcherBacklogMax = 10_000

export class SandboxRegistry {
  readonly #live = new Map<string, SandboxView & { phase: 'running' }>()
  readonly #ended = new Map<string, SandboxView & { phase: 'ended' }>()
  readonly #watchers = new Set<BoundedChannel<SandboxView>>()
  #generation: bigint

  /** `firstGeneration` must be above every generation of an earlier run: the time in microseconds is. */
  constructor(firstGeneration: bigint) {
    this.#generation = firstGeneration
  }

  get size(): number {
    return this.#live.size
  }

  find(sandboxId: string): LiveRecord | undefined {
    return this.#live.get(sandboxId)?.record
  }

  isFrozen(sandboxId: string): boolean {
    return this.#live.get(sandboxId)?.frozen ?? false
  }

  liveRecords(): LiveRecord[] {
    return [...this.#live.values()].map((view) => view.record)
  }

  /** Everything a caller may see now. */
  views(): SandboxView[] {
    return [...this.#live.values(), ...this.#ended.values()]
  }

  put(record: LiveRecord): SandboxView {
    return this.#putRunning(record, this.isFrozen(record.claim.sandboxId))
  }

  /** Nothing happens for a sandbox that does not run. */
  setFrozen(sandboxId: string, frozen: boolean): void {
    const record = this.find(sandboxId)
    if (record !== undefined) this.#putRunning(record, frozen)
  }

  end(ended: EndedSandbox): SandboxView {
    const { sandboxId } = ended.claim
    const view = { phase: 'ended', generation: this.#next(), ended } as const
    this.#live.delete(sandboxId)
    this.#ended.set(sandboxId, view)
    return this.#publish(view)
  }

  forgetEnded(sandboxId: string): void {
    this.#ended.delete(sandboxId)
  }

  /** The state now, and a channel of what changes after it; close the channel when done. */
  watch(): { snapshot: SandboxView[]; changes: BoundedChannel<SandboxView>; stop: () => void } {
    const changes = new BoundedChannel<SandboxView>(watcherBacklogMax)
    this.#watchers.add(changes)
    const stop = () => {
      this.#watchers.delete(changes)
      changes.close()
    }
    return { snapshot: this.views(), changes, stop }
  }

  /** Ends every watch: the node stops. */
  closeWatchers(): void {
    for (const watcher of this.#watchers) watcher.close()
    this.#watchers.clear()
  }

  #putRunning(record: LiveRecord, frozen: boolean): SandboxView {
    const view = { phase: 'running', generation: this.#next(), record, frozen } as const
    this.#live.set(record.claim.sandboxId, view)
    return this.#publish(view)
  }

  #publish<T extends SandboxView>(view: T): T {
    for (const watcher of this.#watchers) if (!watcher.push(view)) this.#watchers.delete(watcher)
    return view
  }

  #next(): bigint {
    this.#generation += 1n
    return this.#generation
  }
}
