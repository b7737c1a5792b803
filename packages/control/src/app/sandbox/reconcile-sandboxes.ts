/**
 * Reconciles control's records with the sandboxes of one node, both on each change that the node reports and by
 * comparing the full lists: the node's with the records that name it. What a node reports of a sandbox that is recorded
 * elsewhere changes no record. It takes no input but the current state, is idempotent, and may run at any moment. A sandbox with an
 * operation in progress, of this control process or of another, is left to that operation; what an operation leaves
 * behind whose process has died is found when its lease has expired.
 */

import { effectiveLists } from '@cay/core/egress/lists.ts'
import { isServiceError } from '@cay/core/errors.ts'
import { commonEnd, isWithin } from '@cay/core/reconcile/common-range.ts'
import { decideStep, type ReconcileContext, type Step } from '@cay/core/reconcile/decide-step.ts'
import { isSameOperation, type Operation } from '@cay/core/sandbox/operation.ts'
import type { EndReason, Event } from '@cay/core/sandbox/state.ts'
import type { NodeSandbox } from '../../ports/orchestrator.ts'
import type { SandboxMark, SandboxOperation, SandboxRecord } from '../../ports/sandbox.ts'
import { type AdoptDeps, adoptStored } from '../artifact/adopt-stored.ts'
import { nodeOf } from '../node/node-of.ts'
import {
  amendSandbox,
  applyEvent,
  beginOperation,
  type ChangeDeps,
  endOperation,
  type Guard,
  recordEnd,
} from './change-sandbox.ts'
import { beginKill } from './kill-sandbox.ts'
import { isTrafficDecided } from './traffic-resumes.ts'

export type ReconcileDeps = ChangeDeps & AdoptDeps

/** Page size of either list, which bounds memory whatever the number of sandboxes. */
const pageSize = 1_000

/** Retention of the records of ended sandboxes in milliseconds. */
const endedKeptMs = 7 * 24 * 3_600_000

/** A sandbox as the node reports it, and when the node was asked. */
interface Observation {
  readonly sandboxId: string
  readonly reported: NodeSandbox | undefined
  readonly askedAtMs: number
}

interface Decided extends Omit<Observation, 'askedAtMs'> {
  /** The record that the step was decided on. */
  readonly recorded: SandboxRecord | undefined
}

type OnReport = (sandbox: NodeSandbox) => Promise<void>

export class SandboxReconciler {
  readonly #deps: ReconcileDeps
  readonly #nodeId: string
  /** Since when record and report have mismatched, by id, for mismatches that get a grace period. */
  readonly #mismatchSince = new Map<string, number>()

  constructor(deps: ReconcileDeps, nodeId: string) {
    this.#deps = deps
    this.#nodeId = nodeId
  }

  get #orchestrator() {
    return this.#deps.nodeRegistry.clientsOf(this.#nodeId).orchestrator
  }

  /** Compares the full lists of both sides. `onReport` receives the node's sandboxes. Throws node_unavailable. */
  async reconcile(onReport: OnReport = async () => undefined): Promise<void> {
    const { nodeRegistry, store } = this.#deps
    // Before the comparison: what is stored need not be on the node.
    if (nodeRegistry.isCluster) await store.detachStored(this.#nodeId)
    const abandoned = await this.#listAbandoned()
    const resuming = new Set<string>()
    const noteReport = async (sandbox: NodeSandbox) => {
      if (sandbox.phase === 'resuming') resuming.add(sandbox.sandboxId)
      await onReport(sandbox)
    }
    for (let afterId: string | undefined = ''; afterId !== undefined; )
      afterId = await this.#reconcilePage(afterId, noteReport)
    // Only now: a resume counts in the quotas until its outcome is known.
    for (const found of abandoned)
      if (!resuming.has(found.sandboxId))
        await this.#retried(found.sandboxId, () => this.#clearOperation(found))
    await store.pruneEnded(this.#deps.clock.nowMs() - endedKeptMs)
  }

  /** Operations that nobody works on any more. */
  async #listAbandoned(): Promise<SandboxOperation[]> {
    const { store, operations, writers, clock, nodeRegistry } = this.#deps
    // On a single machine this process serves the node's requests: a place that another one has given is of its time before.
    const isOver = (traffic: Operation) =>
      (traffic.by !== operations.processId && !nodeRegistry.isCluster) ||
      isTrafficDecided(traffic, clock.nowMs())
    return (await store.listOperations()).filter(
      ({ sandboxId, nodeId, operation }) =>
        (nodeId === this.#nodeId || nodeId === null) &&
        !operations.isHeldByOther({ operation }) &&
        !writers.isActive(sandboxId) &&
        (operation.verb !== 'traffic' || isOver(operation)),
    )
  }

  async #clearOperation({ sandboxId, nodeId, operation }: SandboxOperation): Promise<void> {
    const { store, writers, clock } = this.#deps
    // No node reports the end of what is on none.
    if (nodeId === null && operation.verb === 'kill')
      return await writers.run(sandboxId, () =>
        recordEnd(this.#deps, sandboxId, { reason: 'killed', endedAtMs: clock.nowMs() }),
      )
    const isAbandoned: Guard = (locked) =>
      !writers.isBusy(sandboxId) && isSameLease(locked.operation, operation)
    await writers.run(sandboxId, async () => {
      if (nodeId !== null && !(await this.#overtake(sandboxId, isAbandoned))) return
      await store.changeSandbox(sandboxId, (locked) =>
        isAbandoned(locked) ? { change: { operation: null, changedAtMs: locked.changedAtMs } } : undefined,
      )
    })
  }

  /**
   * The request of an abandoned resume may still be on its way to the node. What is stored may be resumed on another node as
   * soon as the operation is cleared, so the node is given a later epoch first, and refuses that request from then on. False
   * when it was not seen to be paused there.
   */
  async #overtake(sandboxId: string, isAbandoned: Guard): Promise<boolean> {
    const { store, nodeRegistry, log } = this.#deps
    if (!nodeRegistry.isCluster || (await store.findStoredPause(sandboxId)) === undefined) return true
    let isRaised = false
    const raised = await store.changeSandbox(sandboxId, (locked) => {
      isRaised = isAbandoned(locked) && locked.state === 'paused'
      return isRaised ? { change: { changedAtMs: locked.changedAtMs }, isPlacement: true } : undefined
    })
    if (!isRaised || raised === undefined) return true
    try {
      return (await adoptStored(this.#deps, raised))?.phase === 'paused'
    } catch (error) {
      if (!isServiceError(error)) throw error
      log.info(
        { event: 'reconcile.failed', sandboxID: sandboxId, err: error },
        'failed to reconcile a sandbox; retrying',
      )
      return false
    }
  }

  /** Returns the last id of the page; undefined when there are no more. */
  async #reconcilePage(afterId: string, onReport: OnReport): Promise<string | undefined> {
    const { clock, store } = this.#deps
    const page = { afterId, limit: pageSize }
    const askedAtMs = clock.nowMs()
    const onNode = await this.#orchestrator.listSandboxes(page)
    const recorded = await store.listUnended(this.#nodeId, page)
    const endId = commonEnd([onNode, recorded].map(idsOf), pageSize)
    const isHere = ({ sandboxId }: { sandboxId: string }) => isWithin(sandboxId, { afterId, endId })
    const reports = onNode.filter(isHere)
    await this.#compare(reports, recorded.filter(isHere), askedAtMs)
    for (const sandbox of reports) await onReport(sandbox)
    this.#forgetOdd({ afterId, endId }, new Set(idsOf([...reports, ...recorded])))
    return endId
  }

  /** `askedAtMs`: the reports are no older than this. */
  async #compare(onNode: readonly NodeSandbox[], recorded: readonly SandboxMark[], askedAtMs: number) {
    const reports = new Map(onNode.map((sandbox) => [sandbox.sandboxId, sandbox]))
    const records = new Map(recorded.map((row) => [row.sandboxId, row]))
    const ids = new Set([...reports.keys(), ...records.keys()])
    const observations = [...ids]
      .map((sandboxId) => ({ sandboxId, reported: reports.get(sandboxId), askedAtMs }))
      .filter((observation) => this.#needsStep(observation, records.get(observation.sandboxId)))
    const ended = await Promise.all(observations.map((observation) => this.#settle(observation)))
    await this.#acknowledge(ended.filter((id) => id !== undefined))
  }

  /** Removes entries of sandboxes that neither side has any more. */
  #forgetOdd(range: Parameters<typeof isWithin>[1], here: ReadonlySet<string>): void {
    for (const id of this.#mismatchSince.keys())
      if (isWithin(id, range) && !here.has(id)) this.#mismatchSince.delete(id)
  }

  /**
   * Handles a change that the node reports. Waits for an operation in progress, whose response may be newer than the
   * report.
   */
  async compareOne(reported: NodeSandbox): Promise<void> {
    const { sandboxId } = reported
    await this.#deps.writers.idle(sandboxId)
    const ended = await this.#settle({ sandboxId, reported, askedAtMs: 0 })
    if (ended !== undefined) await this.#acknowledge([ended])
  }

  /** A cheap check for the common case, in which nothing has changed. */
  #needsStep(observation: Observation, recorded: SandboxMark | undefined): boolean {
    if (this.#deps.writers.isBusy(observation.sandboxId)) return false
    const isAtOne =
      decideStep(recorded, observation.reported, this.#contextOf(observation)).kind === 'nothing'
    if (isAtOne) this.#mismatchSince.delete(observation.sandboxId)
    return !isAtOne
  }

  #contextOf({ sandboxId, askedAtMs }: Observation): ReconcileContext {
    const nowMs = this.#deps.clock.nowMs()
    const mismatchSinceMs = this.#mismatchSince.get(sandboxId)
    return { nodeId: this.#nodeId, nowMs, askedAtMs, mismatchSinceMs }
  }

  /** Returns the id when the node may forget the sandbox. A failed step is retried by the next reconciliation. */
  async #settle(observation: Observation): Promise<string | undefined> {
    const { operations, store, writers } = this.#deps
    const { sandboxId, reported } = observation
    return await this.#retried(sandboxId, () =>
      writers.run(sandboxId, async () => {
        if (writers.isBusy(sandboxId)) return undefined
        const recorded = await store.findSandbox(sandboxId)
        if (recorded !== undefined && operations.isHeldByOther(recorded)) return undefined
        const step = decideStep(recorded, reported, this.#contextOf(observation))
        if (
          recorded !== undefined &&
          isMissingPause(step, recorded, reported) &&
          (await this.#adopt(recorded))
        )
          return undefined
        if (step.kind !== 'remember') this.#mismatchSince.delete(sandboxId)
        await this.#take(step, { ...observation, recorded })
        const isKnown = step.kind === 'acknowledge' || step.kind === 'recordEnd' || step.kind === 'dropRecord'
        return isKnown && reported?.phase === 'ended' ? sandboxId : undefined
      }),
    )
  }

  /** A failure concerns this sandbox alone; the next reconciliation tries again. */
  async #retried<T>(sandboxId: string, task: () => Promise<T>): Promise<T | undefined> {
    try {
      return await task()
    } catch (error) {
      const level = isServiceError(error) ? 'info' : 'error'
      this.#deps.log[level](
        { event: 'reconcile.failed', sandboxID: sandboxId, err: error },
        'failed to reconcile a sandbox; retrying',
      )
      return undefined
    }
  }

  async #take(step: Step, { sandboxId, reported, recorded }: Decided): Promise<void> {
    const { clock, log, store } = this.#deps
    if (step.kind !== 'nothing')
      log.debug({ event: 'reconcile.step', sandboxID: sandboxId, step }, 'reconciling a sandbox')
    const isUnchanged: Guard = (locked) => recorded !== undefined && isSame(recorded, locked)
    switch (step.kind) {
      case 'nothing':
      case 'acknowledge':
        return
      case 'takeOver':
        if (reported === undefined) return
        await amendSandbox(
          this.#deps,
          sandboxId,
          { endAtMs: reported.endAtMs, generation: reported.generation },
          isUnchanged,
        )
        return
      case 'tellAgain':
        if (recorded !== undefined) await this.#tellAgain(recorded)
        return
      case 'follow':
        if (reported === undefined) return
        await applyEvent(
          this.#deps,
          { sandboxId, event: step.event },
          this.#changeBy(step.event, reported),
          isUnchanged,
        )
        return
      case 'recordEnd':
        await recordEnd(
          this.#deps,
          sandboxId,
          { reason: step.reason, endedAtMs: reported?.endedAtMs || clock.nowMs() },
          isUnchanged,
        )
        return
      case 'dropRecord':
        log.info(
          { event: 'reconcile.create.discarded', sandboxID: sandboxId },
          'discarded an unfinished create',
        )
        await store.discardSandbox(sandboxId)
        return
      case 'remember':
        if (!this.#mismatchSince.has(sandboxId)) this.#mismatchSince.set(sandboxId, clock.nowMs())
        return
      case 'release':
        log.info(
          { event: 'reconcile.sandbox.superseded', sandboxID: sandboxId, epoch: step.epoch },
          'releasing a copy of a sandbox that is recorded elsewhere',
        )
        await this.#orchestrator.releaseSandbox(sandboxId, step.epoch)
        return
      case 'kill':
        return await this.#kill({ sandboxId, reason: step.reason, recorded })
    }
  }

  /** Whether the object store has what the node lacks. */
  async #adopt(recorded: SandboxRecord): Promise<boolean> {
    const { sandboxId } = recorded
    const adopted = await adoptStored(this.#deps, recorded)
    if (adopted === undefined) return false
    this.#mismatchSince.delete(sandboxId)
    const { generation } = adopted
    await amendSandbox(this.#deps, sandboxId, { generation })
    this.#deps.log.info(
      { event: 'reconcile.sandbox.adopted', sandboxID: sandboxId },
      'gave the node a paused sandbox from the object store',
    )
    return true
  }

  /** Sends the egress policy again: it is the only setting that is recorded before the node gets it. */
  async #tellAgain(recorded: SandboxRecord): Promise<void> {
    const { operations } = this.#deps
    const { sandboxId } = recorded
    const begun = await beginOperation(this.#deps, { verb: 'network', decided: recorded })
    if (begun === undefined) return
    const told = begun.egress ?? effectiveLists(begun.network, begun.allowInternetAccess)
    try {
      const { orchestrator, epoch } = nodeOf(this.#deps, begun)
      const { generation, endAtMs } = await orchestrator.setEgressPolicy(sandboxId, told, { epoch })
      const change = { generation, endAtMs, operation: null }
      await amendSandbox(this.#deps, sandboxId, change, (locked) => operations.isOurs(begun, locked))
    } catch (error) {
      await endOperation(this.#deps, begun)
      throw error
    }
  }

  /** The fields that change together with the state that a report leads to. */
  #changeBy(event: Event, { phase, generation, startedAtMs, endAtMs, filesOnly }: NodeSandbox) {
    const isPaused = phase !== 'running' && phase !== 'capturing'
    const untilNow = Math.min(endAtMs, this.#deps.clock.nowMs())
    const nodeId = this.#nodeId
    const since = event === 'resumed' ? { runsSinceMs: startedAtMs } : {}
    // It was paused since, which is the next step.
    if (isPaused && event === 'resumed') return { nodeId, endAtMs, pausedFilesOnly: null, ...since }
    if (isPaused)
      return { nodeId, originId: nodeId, generation, endAtMs: untilNow, pausedFilesOnly: filesOnly }
    return { nodeId, generation, endAtMs, pausedFilesOnly: null, ...since }
  }

  async #kill({
    sandboxId,
    reason,
    recorded,
  }: Pick<Decided, 'sandboxId' | 'recorded'> & { readonly reason: EndReason }): Promise<void> {
    const { log, writers } = this.#deps
    if (reason === 'killed') {
      // Its outcome is not awaited: that needs the queue that is held here.
      if (recorded !== undefined && writers.underWay(sandboxId, 'kill') === undefined)
        await beginKill(this.#deps, { sandbox: recorded })
      return
    }
    log.warn(
      { event: 'reconcile.sandbox.untracked', sandboxID: sandboxId, reason },
      'killing an untracked sandbox',
    )
    await this.#orchestrator.killSandbox(sandboxId, reason)
  }

  async #acknowledge(ended: readonly string[]): Promise<void> {
    if (ended.length > 0) await this.#orchestrator.acknowledgeEnded(ended)
  }
}

/** The node lacks a paused sandbox, whether or not a grace period is over. */
function isMissingPause(step: Step, record: SandboxMark, reported: NodeSandbox | undefined): boolean {
  const isUnresolved = step.kind === 'remember' || step.kind === 'recordEnd'
  return reported === undefined && record.state === 'paused' && isUnresolved
}

function idsOf(all: readonly { readonly sandboxId: string }[]): string[] {
  return all.map(({ sandboxId }) => sandboxId)
}

/** No other process has changed the record since, and none works on it. */
function isSame(before: SandboxRecord, locked: SandboxRecord): boolean {
  const { state, generation, epoch, operation } = locked
  const isUnchanged = state === before.state && generation === before.generation && epoch === before.epoch
  return isUnchanged && isSameLease(operation, before.operation)
}

function isSameLease(a: Operation | null, b: Operation | null): boolean {
  return isSameOperation(a, b) && a?.untilMs === b?.untilMs
}
