/**
 * The node's sandboxes in memory: those that live, those that are paused, and the ends nobody has acknowledged. It is the
 * one publisher of their visible state; each change gets a generation that only grows, over restarts too.
 */
import { BoundedChannel } from '@cay/kit/flow/bounded-channel.ts'
import type { Pull, PullRegistry } from '../../ports/egress.ts'
import type { Claim, ContainerRecord, EndedSandbox, PausedSandbox } from '../../ports/record.ts'

export type LiveRecord = ContainerRecord & { readonly claim: Claim; readonly controlToken: string }

/** It has a container: it runs, or is being made durable to be paused or copied. */
export interface LiveView {
  readonly phase: 'running' | 'pausing' | 'capturing'
  readonly generation: bigint
  readonly record: LiveRecord
  /** Nobody uses it, so it stands still: see `ensureAwake`. */
  readonly frozen: boolean
  /** While pausing: its memory is given up. */
  readonly filesOnly: boolean
}

export interface PausedView {
  readonly phase: 'paused' | 'resuming'
  readonly generation: bigint
  readonly paused: PausedSandbox
}

export interface EndedView {
  readonly phase: 'ended'
  readonly generation: bigint
  readonly ended: EndedSandbox
}

export type SandboxView = LiveView | PausedView | EndedView

export interface PullView {
  readonly phase: 'pulling' | 'pulled'
  readonly generation: bigint
  readonly pull: Pull
}

/** What the egress gateway is told of. */
export type EgressView = SandboxView | PullView

export interface Watch<View> {
  readonly snapshot: View[]
  readonly changes: BoundedChannel<View>
  readonly stop: () => void
}

/** Changes that a watcher may be behind before it has to start over. */
const watcherBacklogMax = 10_000

export class SandboxRegistry implements PullRegistry {
  readonly #live = new Map<string, LiveView>()
  readonly #paused = new Map<string, PausedView>()
  readonly #ended = new Map<string, EndedView>()
  readonly #pulls = new Map<string, PullView>()
  readonly #watchers = new Set<BoundedChannel<SandboxView>>()
  readonly #egressWatchers = new Set<BoundedChannel<EgressView>>()
  #generation: bigint

  /** `firstGeneration` must be above every generation of an earlier run: the time in microseconds is. */
  constructor(firstGeneration: bigint) {
    this.#generation = firstGeneration
  }

  /** How many have a container. */
  get size(): number {
    return this.#live.size
  }

  find(sandboxId: string): LiveRecord | undefined {
    return this.#live.get(sandboxId)?.record
  }

  isFrozen(sandboxId: string): boolean {
    return this.#live.get(sandboxId)?.frozen ?? false
  }

  findPaused(sandboxId: string): PausedSandbox | undefined {
    return this.#paused.get(sandboxId)?.paused
  }

  /** What callers see of one that has not ended. */
  view(sandboxId: string): LiveView | PausedView | undefined {
    return this.#live.get(sandboxId) ?? this.#paused.get(sandboxId)
  }

  liveRecords(): LiveRecord[] {
    return [...this.#live.values()].map((view) => view.record)
  }

  /** Those of which nothing is under way. */
  runningViews(): LiveView[] {
    return [...this.#live.values()].filter(({ phase }) => phase === 'running')
  }

  pausedSandboxes(): PausedSandbox[] {
    return [...this.#paused.values()].map((view) => view.paused)
  }

  /** Everything a caller may see now. */
  views(): SandboxView[] {
    return [...this.#live.values(), ...this.#paused.values(), ...this.#ended.values()]
  }

  put(record: LiveRecord, phase: LiveView['phase'] = 'running', { filesOnly = false } = {}): LiveView {
    return this.#putLive({ record, phase, filesOnly, frozen: this.isFrozen(record.claim.sandboxId) })
  }

  /** Something of the record is another; what is under way of the sandbox goes on. */
  change(record: LiveRecord): LiveView {
    const now = this.#live.get(record.claim.sandboxId)
    return this.put(record, now?.phase, { filesOnly: now?.filesOnly ?? false })
  }

  /** Nothing happens for a sandbox that does not run. */
  setFrozen(sandboxId: string, frozen: boolean): void {
    const record = this.find(sandboxId)
    if (record !== undefined) this.#putLive({ record, phase: 'running', filesOnly: false, frozen })
  }

  putPaused(paused: PausedSandbox, phase: PausedView['phase'] = 'paused'): PausedView {
    const { sandboxId } = paused.claim
    const view = { phase, generation: this.#next(), paused }
    this.#live.delete(sandboxId)
    this.#paused.set(sandboxId, view)
    return this.#publish(view)
  }

  end(ended: EndedSandbox): EndedView {
    const { sandboxId } = ended.claim
    const view = { phase: 'ended', generation: this.#next(), ended } as const
    this.#live.delete(sandboxId)
    this.#paused.delete(sandboxId)
    this.#ended.set(sandboxId, view)
    return this.#publish(view)
  }

  forgetEnded(sandboxId: string): void {
    this.#ended.delete(sandboxId)
  }

  /** The state now, and a channel of what changes after it; close the channel when done. */
  watch(): Watch<SandboxView> {
    return { snapshot: this.views(), ...open(this.#watchers) }
  }

  /** The same with image pulls. */
  watchEgress(): Watch<EgressView> {
    return { snapshot: [...this.views(), ...this.#pulls.values()], ...open(this.#egressWatchers) }
  }

  beginPull(pull: Pull): PullView {
    const view = { phase: 'pulling', generation: this.#next(), pull } as const
    this.#pulls.set(pull.pullId, view)
    push(this.#egressWatchers, view)
    return view
  }

  endPull({ pullId }: Pull): void {
    const view = this.#pulls.get(pullId)
    if (view === undefined) return
    this.#pulls.delete(pullId)
    push(this.#egressWatchers, { phase: 'pulled', generation: this.#next(), pull: view.pull })
  }

  /** Ends every watch: the node stops. */
  closeWatchers(): void {
    for (const watchers of [this.#watchers, this.#egressWatchers]) {
      for (const watcher of watchers) watcher.close()
      watchers.clear()
    }
  }

  #putLive(now: Omit<LiveView, 'generation'>): LiveView {
    const { sandboxId } = now.record.claim
    const view = { ...now, generation: this.#next() }
    this.#paused.delete(sandboxId)
    this.#live.set(sandboxId, view)
    return this.#publish(view)
  }

  #publish<T extends SandboxView>(view: T): T {
    push(this.#watchers, view)
    push(this.#egressWatchers, view)
    return view
  }

  #next(): bigint {
    this.#generation += 1n
    return this.#generation
  }
}

function open<View>(watchers: Set<BoundedChannel<View>>): Omit<Watch<View>, 'snapshot'> {
  const changes = new BoundedChannel<View>(watcherBacklogMax)
  watchers.add(changes)
  const stop = () => {
    watchers.delete(changes)
    changes.close()
  }
  return { changes, stop }
}

/** One that is too far behind has to start over. */
function push<View>(watchers: Set<BoundedChannel<View>>, view: View): void {
  for (const watcher of watchers) if (!watcher.push(view)) watchers.delete(watcher)
}
