/**
 * The sandboxes of the node in memory: those that run, those that are paused, and the ends that control has not acknowledged.
 * It is the only publisher of their visible state. Each change has a generation, which only grows, also over restarts.
 */
import { BoundedChannel } from '@cay/kit/flow/bounded-channel.ts'
import type { Pull, PullRegistry } from '../../ports/egress.ts'
import type { Claim, ContainerRecord, EndedSandbox, PausedSandbox } from '../../ports/record.ts'

export type LiveRecord = ContainerRecord & { readonly claim: Claim; readonly controlToken: string }

/** A sandbox with a container: it runs, or is being paused or captured. */
export interface LiveView {
  readonly phase: 'running' | 'pausing' | 'capturing'
  readonly generation: bigint
  readonly record: LiveRecord
  /** It is frozen because it is idle: see `ensureAwake`. */
  readonly frozen: boolean
  /** While pausing: only its files are kept. */
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

/** Published once, and never listed: the sandbox has not ended, it has another node. */
export interface ReleasedView {
  readonly phase: 'released'
  readonly generation: bigint
  readonly claim: Claim
}

export interface PullView {
  readonly phase: 'pulling' | 'pulled'
  readonly generation: bigint
  readonly pull: Pull
}

/** What is published to the egress gateway. */
export type EgressView = SandboxView | ReleasedView | PullView

export interface Watch<View, Change = View> {
  readonly snapshot: View[]
  readonly changes: BoundedChannel<Change>
  readonly stop: () => void
}

/** Changes that are buffered for a watcher; one that falls further behind has to start over. */
const watcherBacklogMax = 10_000

export class SandboxRegistry implements PullRegistry {
  readonly #live = new Map<string, LiveView>()
  readonly #paused = new Map<string, PausedView>()
  readonly #ended = new Map<string, EndedView>()
  readonly #pulls = new Map<string, PullView>()
  readonly #watchers = new Set<BoundedChannel<SandboxView | ReleasedView>>()
  readonly #egressWatchers = new Set<BoundedChannel<EgressView>>()
  #generation: bigint

  /** `firstGeneration` must be greater than every generation of earlier runs, as the time in microseconds is. */
  constructor(firstGeneration: bigint) {
    this.#generation = firstGeneration
  }

  /** The number of sandboxes with a container. */
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

  /** The visible state of a sandbox that has not ended. */
  view(sandboxId: string): LiveView | PausedView | undefined {
    return this.#live.get(sandboxId) ?? this.#paused.get(sandboxId)
  }

  /** Highest epoch that was accepted for the sandbox, also for one that has ended; 0: none. */
  epochOf(sandboxId: string): number {
    const { record } = this.#live.get(sandboxId) ?? {}
    const { claim } = record ?? this.findPaused(sandboxId) ?? this.#ended.get(sandboxId)?.ended ?? {}
    return claim?.epoch ?? 0
  }

  liveRecords(): LiveRecord[] {
    return [...this.#live.values()].map((view) => view.record)
  }

  /** The sandboxes that run and are not being paused or captured. */
  runningViews(): LiveView[] {
    return [...this.#live.values()].filter(({ phase }) => phase === 'running')
  }

  pausedSandboxes(): PausedSandbox[] {
    return [...this.#paused.values()].map((view) => view.paused)
  }

  /** The visible state of all sandboxes. */
  views(): SandboxView[] {
    return [...this.#live.values(), ...this.#paused.values(), ...this.#ended.values()]
  }

  put(record: LiveRecord, phase: LiveView['phase'] = 'running', { filesOnly = false } = {}): LiveView {
    return this.#putLive({ record, phase, filesOnly, frozen: this.isFrozen(record.claim.sandboxId) })
  }

  /** Replaces the record of a sandbox and keeps its phase. */
  change(record: LiveRecord): LiveView {
    const now = this.#live.get(record.claim.sandboxId)
    return this.put(record, now?.phase, { filesOnly: now?.filesOnly ?? false })
  }

  /** Does nothing for a sandbox that does not run. */
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

  /** Forgets a sandbox that has another node. */
  release(claim: Claim): void {
    this.#live.delete(claim.sandboxId)
    this.#paused.delete(claim.sandboxId)
    this.#publish({ phase: 'released', generation: this.#next(), claim })
  }

  forgetEnded(sandboxId: string): void {
    this.#ended.delete(sandboxId)
  }

  /** The current state, and a channel of the changes after it. Call `stop` when done. */
  watch(): Watch<SandboxView, SandboxView | ReleasedView> {
    return { snapshot: this.views(), ...open(this.#watchers) }
  }

  /** As `watch`, with image pulls. */
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

  /** Ends every watch, because the node stops. */
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

  #publish<T extends SandboxView | ReleasedView>(view: T): T {
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

/** A watcher that falls too far behind is dropped and has to start over. */
function push<View>(watchers: Set<BoundedChannel<View>>, view: View): void {
  for (const watcher of watchers) if (!watcher.push(view)) watchers.delete(watcher)
}
