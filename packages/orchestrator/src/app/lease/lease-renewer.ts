/** Renews the lease of the node. When control has given the node up, what runs ends before the node asks again. */
import { isServiceError } from '@cay/core/errors.ts'
import type { LeaseStanding } from '@cay/core/lease/standing.ts'
import type { SettableStatus } from '@cay/core/placement/node-status.ts'
import type { LeaseClient, NodeReport } from '../../ports/lease.ts'
import type { NodeContext } from '../node/node-context.ts'
import { setNodeStatus } from '../node/set-node-status.ts'
import { type EndAllContext, endAll } from './end-all.ts'
import type { NodeLease } from './node-lease.ts'

export interface RenewContext extends EndAllContext, Pick<NodeContext, 'nodeStatus'> {
  readonly lease: NodeLease
  readonly leaseClient: LeaseClient
  report(): Promise<NodeReport>
}

/** Milliseconds between renewals. */
const renewEveryMs = 5_000
/** Milliseconds that control has for an answer at first: the next attempt may find another control process. */
const firstAnswerMs = 5_000
/** Of the time up to the fence: a control that has too much to do gets so much of it in the end, and ten attempts. */
const answerShareMax = 0.1

/** `again`: at once, because control has given the node up and it has obeyed. */
export type RenewalOutcome = 'granted' | 'again' | 'failed'

export class LeaseRenewer {
  readonly #node: RenewContext
  /** What control wanted the node to be at the last renewal; an operator may have set it to something else since. */
  #desired: SettableStatus | undefined
  /** Doubled after each failure: otherwise one that always takes a little longer would renew nothing, and all that runs would end. */
  #answerMs = firstAnswerMs
  /** Of the lease at the last failure; undefined since it was renewed. A failure that repeats says no more than the first one. */
  #failedStanding: LeaseStanding | undefined

  constructor(node: RenewContext) {
    this.#node = node
  }

  /** Milliseconds between the beginnings of two renewals: a third of a lease that is shorter than usual. */
  get everyMs(): number {
    return Math.min(renewEveryMs, this.#node.lease.bounds.leaseMs / 3)
  }

  /** Never rejects. */
  async renew(signal: AbortSignal): Promise<RenewalOutcome> {
    const { lease, log } = this.#node
    try {
      const outcome = await this.#ask(signal)
      this.#answerMs = firstAnswerMs
      this.#failedStanding = undefined
      return outcome
    } catch (error) {
      const mostMs = Math.max(firstAnswerMs, lease.bounds.fenceMs * answerShareMax)
      this.#answerMs = Math.min(2 * this.#answerMs, mostMs)
      const { standing } = lease
      log[standing === this.#failedStanding ? 'debug' : 'warn'](
        { event: 'lease.renew.failed', standing, err: error },
        'failed to renew the lease with the cluster; retried',
      )
      this.#failedStanding = standing
      return 'failed'
    }
  }

  async #ask(signal: AbortSignal): Promise<RenewalOutcome> {
    const node = this.#node
    const { lease, leaseClient, log } = node
    const report = await node.report()
    const { incarnation } = lease
    // Before it is sent: control cannot have received it earlier.
    const { nowMs: sentAtMs } = lease.times
    const call = { signal, timeoutMs: this.#answerMs }
    const renewal = await leaseClient.renew({ ...report, incarnation }, call).catch((error: unknown) => {
      if (isServiceError(error, 'database_unavailable')) lease.excuse(sentAtMs)
      throw error
    })
    if (renewal.verdict === 'lost') {
      await this.#obeyLoss(renewal.incarnation)
      if (renewal.incarnation !== incarnation) return 'again'
      // Asked again at once, it would say the same.
      throw new Error('control has given up the incarnation that it says is the present one')
    }
    const wasHeld = lease.isHeld && incarnation === renewal.incarnation
    await lease.grant(sentAtMs, renewal)
    if (!wasHeld)
      log.info(
        { event: 'lease.renewed', incarnation: renewal.incarnation },
        'the node holds its lease with the cluster',
      )
    await this.#follow(renewal.desiredStatus)
    return 'granted'
  }

  async #obeyLoss(incarnation: number): Promise<void> {
    const node = this.#node
    node.lease.giveUp()
    node.log.warn(
      { event: 'lease.lost', incarnation, sandboxes: node.registry.size },
      'control has given up what runs on the node; it is ended',
    )
    await endAll(node)
    await node.lease.goOnAs(incarnation)
  }

  async #follow(desired: SettableStatus | undefined): Promise<void> {
    const before = this.#desired
    this.#desired = desired
    // What the node was before this start is not known to have been control's wish.
    const isNew = before === undefined ? desired === 'draining' : desired !== before
    if (desired !== undefined && isNew) await setNodeStatus(this.#node, desired)
  }
}
