/**
 * Renews the leases of nodes. Renewals that arrive within a moment are one statement: ten thousand nodes renew every five
 * seconds.
 */
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import { decideRenewal } from '@cay/core/placement/decide-renewal.ts'
import type { NodeRecord, NodeReport, Renewal } from '../../ports/cluster-node.ts'
import type { Store } from '../../ports/store.ts'
import type { Deps } from '../deps.ts'
import type { ClusterNodes } from './cluster-nodes.ts'

export type RenewDeps = Pick<Deps, 'store' | 'leaseClock' | 'clock' | 'log'> & {
  readonly cluster: ClusterNodes
}

/** How long in milliseconds a renewal waits for others, and how many there are in one statement. */
const gatherMs = 20
const batchMax = 500

export interface RenewalRequest {
  readonly nodeId: string
  readonly incarnation: number
  readonly bootId: string
  /** The node's clock. */
  readonly clockMs: number
  readonly report: NodeReport
}

export interface RenewalOutcome {
  readonly isLost: boolean
  readonly record: NodeRecord
  readonly nowMs: number
}

export class LeaseRenewals {
  readonly #deps: RenewDeps
  #waiting: { readonly renewal: Renewal; readonly done: PromiseWithResolvers<boolean> }[] = []

  #failedAtMs = Number.NEGATIVE_INFINITY

  constructor(deps: RenewDeps) {
    this.#deps = deps
  }

  /** When the database last did not take a renewal: its node was told that it is not the node's fault. */
  get failedAtMs(): number {
    return this.#failedAtMs
  }

  /** Throws not_found for a node that has not joined, database_unavailable. */
  async renew(request: RenewalRequest): Promise<RenewalOutcome> {
    try {
      return await this.#record(request)
    } catch (error) {
      if (isServiceError(error, 'database_unavailable')) this.#failedAtMs = this.#deps.leaseClock.nowMs()
      throw error
    }
  }

  async #record(request: RenewalRequest): Promise<RenewalOutcome> {
    const { store, leaseClock, cluster } = this.#deps
    const { nodeId, incarnation, bootId, report } = request
    const known = cluster.find(nodeId)
    // What is remembered may be older than a loss that another process has recorded: then the statement renews nothing.
    const isExpected = known !== undefined && decideRenewal(known, request).kind === 'renew'
    const record = isExpected ? known : await store.findNode(nodeId)
    if (record === undefined) throw noNode()
    const nowMs = leaseClock.nowMs()
    const renewal = { nodeId, bootId, report, renewedAtMs: nowMs, clockSkewMs: request.clockMs - nowMs }
    const decision = decideRenewal(record, request)
    if (decision.kind === 'lose' || decision.kind === 'tell')
      return await this.#lose(record, decision.kind === 'lose')
    if (decision.kind === 'confirm') await store.confirmLoss(nodeId, incarnation, nowMs)
    if (!(await this.#enqueue({ ...renewal, incarnation: record.incarnation })))
      return await this.#lose(record, false)
    const renewed = { ...record, ...renewal, lostAtMs: null }
    cluster.note(renewed)
    return { isLost: false, record: renewed, nowMs }
  }

  async #lose(record: NodeRecord, isNew: boolean): Promise<RenewalOutcome> {
    const { store, leaseClock } = this.#deps
    if (isNew) await loseNode(this.#deps, record)
    const lost = await store.findNode(record.nodeId)
    // It was removed, and this process does not know that yet.
    if (lost === undefined) throw noNode()
    this.#deps.cluster.note(lost)
    return { isLost: true, record: lost, nowMs: leaseClock.nowMs() }
  }

  #enqueue(renewal: Renewal): Promise<boolean> {
    const done = Promise.withResolvers<boolean>()
    this.#waiting.push({ renewal, done })
    if (this.#waiting.length >= batchMax) void this.#flush()
    else if (this.#waiting.length === 1) void this.#deps.clock.sleep(gatherMs).then(() => this.#flush())
    return done.promise
  }

  async #flush(): Promise<void> {
    const batch = this.#waiting
    this.#waiting = []
    // A node that asks twice within the moment is one row of the statement.
    const latest = new Map(batch.map(({ renewal }) => [renewal.nodeId, renewal]))
    try {
      const renewed = new Set(await this.#deps.store.renewNodes([...latest.values()]))
      for (const { renewal, done } of batch) done.resolve(renewed.has(renewal.nodeId))
    } catch (error) {
      for (const { done } of batch) done.reject(error)
    }
  }
}

function noNode(): ServiceError {
  return new ServiceError('not_found', 'the cluster has no such node: it was removed')
}

export interface LoseDeps extends Pick<Deps, 'leaseClock' | 'log'> {
  readonly store: Pick<Store, 'loseNode'>
}

/** Gives up what runs on the node, unless that was done meanwhile. */
export async function loseNode(
  { store, leaseClock, log }: LoseDeps,
  { nodeId, name, incarnation }: NodeRecord,
): Promise<void> {
  const next = await store.loseNode(nodeId, incarnation, leaseClock.nowMs())
  if (next === undefined) return
  log.warn({ event: 'node.lost', nodeID: nodeId, name, incarnation: next }, 'gave up what ran on a node')
}
