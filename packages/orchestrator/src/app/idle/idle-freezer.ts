/**
 * Freezes idle sandboxes, and thaws those that get a connection.
 *
 *   awake ──quiet for the grace period, daemon reports no activity──► published as frozen ──► frozen
 *     ▲                                                                      │                 │
 *     └── it is used after all, or the cgroup does not freeze ───────────────┘                 │
 *     └── WakeSandbox, a verb that needs the daemon, or a poll that finds a connection ────────┘
 *
 * A sandbox is published as frozen first: from then on the proxy asks the node before it dials. A connection of a client that
 * dialled before it knew is found by the check right after the freeze, or by the next poll; its packets wait in the queue of
 * the sandbox, so the client only notices a delay.
 */
import {
  afterBusyAnswer,
  afterObservation,
  decideIdleStep,
  type Idleness,
  type Observation,
} from '@cay/core/sandbox/idleness.ts'
import { TimeShares } from '@cay/kit/flow/time-shares.ts'
import { type FlushLogsContext, flushLogsOfAwake } from '../logs/flush-logs.ts'
import type { NodeContext } from '../node/node-context.ts'
import type { LiveRecord, LiveView } from '../sandbox/sandbox-registry.ts'
import { ensureAwake, type WakeContext } from './wake-sandbox.ts'

export type IdleFreezerContext = FlushLogsContext &
  WakeContext &
  Pick<NodeContext, 'clock' | 'connections' | 'daemon' | 'log'>

/** Milliseconds between polls. */
export const idlePollEveryMs = 250
/**
 * Maximum milliseconds by which a connection to a frozen sandbox may be delayed. To read the table of connections takes 4 ms: only
 * sandboxes that may be due are worth it at each poll.
 */
const frozenPollEveryMs = 1_000
/** Maximum number of daemons that are queried concurrently. Slow ones wait for the others. */
const queriesMax = 4

export class IdleFreezer {
  readonly #node: IdleFreezerContext
  readonly #graceMs: number
  readonly #known = new Map<string, Idleness>()
  readonly #queries = new TimeShares(queriesMax)
  /** Sandboxes with a step in progress. */
  readonly #underWay = new Map<string, Promise<void>>()
  #connectionsReadAtMs = Number.NEGATIVE_INFINITY

  /** `graceMs`: how long a sandbox must have been quiet before it is frozen. */
  constructor(node: IdleFreezerContext, graceMs: number) {
    this.#node = node
    this.#graceMs = graceMs
  }

  /** Never rejects. The next poll retries what failed. */
  async poll(): Promise<void> {
    try {
      await this.#poll()
    } catch (error) {
      this.#node.log.error({ event: 'idle.poll.failed', err: error }, 'failed to look for idle sandboxes')
    }
  }

  /** Resolves when no step is in progress. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay.values())
  }

  async #poll(): Promise<void> {
    const running = this.#runningAndFree()
    this.#forgetOthers()
    const connected = this.#needsConnections(running) ? await this.#readConnections() : new Set<string>()
    const nowMs = this.#node.clock.nowMs()
    for (const { record, frozen } of running) {
      const isConnected = connected.has(record.container.slot.address)
      this.#decide(record, { nowMs, isFrozen: frozen, isConnected })
    }
  }

  #needsConnections(running: readonly LiveView[]): boolean {
    const isPollOfFrozen = this.#node.clock.nowMs() >= this.#connectionsReadAtMs + frozenPollEveryMs
    return running.some(({ record, frozen }) => (frozen ? isPollOfFrozen : this.#mayBeDue(record)))
  }

  async #readConnections(): Promise<ReadonlySet<string>> {
    this.#connectionsReadAtMs = this.#node.clock.nowMs()
    return await this.#node.connections.addresses()
  }

  #runningAndFree() {
    return this.#node.registry
      .runningViews()
      .filter(({ record }) => !this.#underWay.has(record.claim.sandboxId))
  }

  #forgetOthers(): void {
    for (const sandboxId of this.#known.keys())
      if (this.#node.registry.find(sandboxId) === undefined) this.#known.delete(sandboxId)
  }

  /** Whether it is due if it has no connection. */
  #mayBeDue({ claim }: LiveRecord): boolean {
    const known = this.#known.get(claim.sandboxId)
    const seen = { nowMs: this.#node.clock.nowMs(), isFrozen: false, isConnected: false }
    return known !== undefined && decideIdleStep(known, seen, this.#graceMs) === 'ask'
  }

  #decide(record: LiveRecord, seen: Observation): void {
    const { sandboxId } = record.claim
    const known = afterObservation(this.#known.get(sandboxId), seen)
    this.#known.set(sandboxId, known)
    const step = decideIdleStep(known, seen, this.#graceMs)
    if (step === 'ask')
      this.#take(sandboxId, () => this.#queries.run(sandboxId, () => this.#freezeIfUnused(sandboxId)))
    if (step === 'wake')
      this.#take(sandboxId, () => this.#node.queue.run(sandboxId, () => ensureAwake(this.#node, sandboxId)))
  }

  #take(sandboxId: string, step: () => Promise<void>): void {
    const taken = step()
      .catch((error: unknown) => {
        this.#node.log.warn(
          { event: 'sandbox.freeze.failed', sandboxID: sandboxId, err: error },
          'failed to freeze idle sandbox',
        )
        this.#queryLater(sandboxId)
      })
      .finally(() => this.#underWay.delete(sandboxId))
    this.#underWay.set(sandboxId, taken)
  }

  async #freezeIfUnused(sandboxId: string): Promise<void> {
    await this.#node.queue.run(sandboxId, async (preempted) => {
      const record = this.#node.registry.find(sandboxId)
      if (record === undefined || this.#node.registry.isFrozen(sandboxId)) return
      const isFrozen =
        !(await isInUse(this.#node, record, preempted)) &&
        (await freezeUnlessUsed(this.#node, record, preempted))
      if (isFrozen) this.#change(sandboxId, (known) => ({ ...known, wasFrozen: true }))
      else this.#queryLater(sandboxId)
    })
  }

  #queryLater(sandboxId: string): void {
    this.#change(sandboxId, (known) => afterBusyAnswer(known, this.#node.clock.nowMs()))
  }

  #change(sandboxId: string, change: (known: Idleness) => Idleness): void {
    const known = this.#known.get(sandboxId)
    if (known !== undefined) this.#known.set(sandboxId, change(known))
  }
}

/** Of what ran or was asked between two looks, the daemon says nothing. */
async function isInUse(
  node: Pick<IdleFreezerContext, 'daemon'>,
  { container, controlToken }: LiveRecord,
  signal: AbortSignal,
): Promise<boolean> {
  const { processes, requests } = await node.daemon.idle(container.slot.address, controlToken, signal)
  return processes > 0 || requests > 0
}

/**
 * For callers that hold the sandbox's turn in the queue. False: it is awake, because it is used or could not be frozen. It is
 * published as frozen before its log is fetched: a command that ran between the fetch and the freeze would be missing in
 * the log until the sandbox wakes.
 */
async function freezeUnlessUsed(
  node: IdleFreezerContext,
  record: LiveRecord,
  signal: AbortSignal,
): Promise<boolean> {
  const { claim, container } = record
  const { sandboxId } = claim
  node.registry.setFrozen(sandboxId, true)
  try {
    // Somebody may have dialled before it was published. What was not fetched could not be read before it wakes.
    if (!(await isInUse(node, record, signal)) && (await flushLogsOfAwake(node, record))) {
      await node.cgroups.freeze(container.id)
      if (!(await node.connections.addresses()).has(container.slot.address)) return true
    }
  } catch (error) {
    node.log.warn(
      { event: 'sandbox.freeze.failed', sandboxID: sandboxId, err: error },
      'failed to freeze idle sandbox',
    )
  }
  await ensureAwake(node, sandboxId)
  return false
}
