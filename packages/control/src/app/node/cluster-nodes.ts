/**
 * The nodes of a cluster, as this control process sees them: their records, read from the database every few seconds, the
 * clients over their links, and what was placed on them since their last report.
 */

import { isCompatible } from '@cay/core/cluster/check-machine.ts'
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import type { NodeView } from '@cay/core/placement/choose-node.ts'
import { clockSkewMsMax, type LeaseStatus, leaseStatus } from '@cay/core/placement/decide-renewal.ts'
import { NodeTable } from '@cay/core/placement/node-table.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { NodeRecord } from '../../ports/cluster-node.ts'
import type { Clock } from '../../ports/host.ts'
import type { NodeClients, NodeRegistry } from '../../ports/node-clients.ts'
import type { CallNode, NodeTransports } from '../../ports/node-transports.ts'
import type { Store } from '../../ports/store.ts'

const readEveryMs = 2_000

interface ClusterDeps {
  readonly store: Pick<Store, 'listNodes'>
  readonly leaseClock: Clock
  readonly log: Logger
  /** Of Cay, here. */
  readonly version: string
  readonly transports: NodeTransports
  readonly callNode: CallNode
}

export class ClusterNodes implements NodeRegistry {
  readonly isCluster = true
  readonly table = new NodeTable()
  readonly #deps: ClusterDeps
  readonly #clients = new Map<string, NodeClients>()
  #records = new Map<string, NodeRecord>()

  constructor(deps: ClusterDeps) {
    this.#deps = deps
  }

  ids(): readonly string[] {
    return [...this.#records.keys()]
  }

  clientsOf(nodeId: string): NodeClients {
    const known = this.#clients.get(nodeId)
    if (known !== undefined) return known
    const { transports, callNode } = this.#deps
    const clients = callNode(transports.transportOf(nodeId), transports.forwardTo(nodeId))
    this.#clients.set(nodeId, clients)
    return clients
  }

  /** Throws node_unavailable at once where a call would only wait for a node that has not renewed its lease. */
  assertAlive(nodeId: string): void {
    if (this.statusOf(nodeId) === 'alive') return
    throw new ServiceError('node_unavailable', 'the node of the sandbox does not respond: try again later')
  }

  isGivenUp(nodeId: string): boolean {
    return this.statusOf(nodeId) === 'lost'
  }

  volumesDirectoryOf(nodeId: string): string | undefined {
    return this.#records.get(nodeId)?.report?.volumesDirectoryId
  }

  statusOf(nodeId: string): LeaseStatus {
    const record = this.#records.get(nodeId)
    return record === undefined ? 'lost' : leaseStatus(record, this.#deps.leaseClock.nowMs())
  }

  /** Whether a call would arrive there, as far as this process knows. */
  isReachable(nodeId: string): boolean {
    return this.#deps.transports.isReachable(nodeId)
  }

  find(nodeId: string): NodeRecord | undefined {
    return this.#records.get(nodeId)
  }

  records(): readonly NodeRecord[] {
    return [...this.#records.values()]
  }

  /** A renewal that this process has just recorded. */
  note(record: NodeRecord): void {
    this.#records.set(record.nodeId, record)
    this.#show(record)
  }

  async read(): Promise<void> {
    const known = new Set(this.#records.keys())
    const records = await this.#deps.store.listNodes()
    const before = this.#records
    // Those that joined while the answer was on its way, which may not have them yet.
    const joined = [...before.values()].filter(({ nodeId }) => !known.has(nodeId))
    this.#records = new Map([...joined, ...records].map((record) => [record.nodeId, record]))
    for (const record of records) {
      const known = before.get(record.nodeId)
      if (known?.labels.join() !== record.labels.join())
        this.table.setLabels(record.nodeId, new Set(record.labels))
      // Keeps what was placed since the report, and reports that are newer than what was read.
      if (
        known !== undefined &&
        known.renewedAtMs > record.renewedAtMs &&
        known.incarnation === record.incarnation
      )
        this.#records.set(record.nodeId, { ...record, renewedAtMs: known.renewedAtMs, report: known.report })
      else if (known?.renewedAtMs !== record.renewedAtMs) this.#show(record)
    }
    for (const nodeId of before.keys()) if (!this.#records.has(nodeId)) this.table.remove(nodeId)
    // Also of nodes that were removed before: records of sandboxes that have ended still name them.
    for (const nodeId of this.#clients.keys()) if (!this.#records.has(nodeId)) this.#clients.delete(nodeId)
    this.#deps.transports.retain(new Set(this.#records.keys()))
    this.#closeSilent()
  }

  /** Reads until the signal is aborted. Never throws. */
  async keepReading(signal: AbortSignal): Promise<void> {
    const { leaseClock, log } = this.#deps
    while (!signal.aborted) {
      await leaseClock.sleep(readEveryMs, signal)
      try {
        if (!signal.aborted) await this.read()
      } catch (error) {
        const level = isServiceError(error) ? 'debug' : 'error'
        log[level]({ event: 'replica.renew.failed', err: error }, 'failed to read the nodes; retrying')
        this.#closeSilent()
      }
    }
  }

  #show(record: NodeRecord): void {
    const view = viewOf(record, this.#isOpen(record), this.table.find(record.nodeId))
    if (view !== undefined) this.table.set(view)
  }

  /** A node that stops renewing has no news that would close it. */
  #closeSilent(): void {
    for (const record of this.#records.values()) {
      const isOpen = this.#isOpen(record)
      if (this.table.find(record.nodeId)?.isOpen !== isOpen) this.table.setOpen(record.nodeId, isOpen)
    }
  }

  #isOpen(record: NodeRecord): boolean {
    const { version, leaseClock } = this.#deps
    const isInTime = Math.abs(record.clockSkewMs) <= clockSkewMsMax
    // It was started with a version that could not join.
    const isUnderstood = record.report !== null && isCompatible(record.report.version, version)
    const isAlive = leaseStatus(record, leaseClock.nowMs()) === 'alive'
    return record.desired === 'ready' && isInTime && isUnderstood && isAlive
  }
}

/** Undefined for a node that has not reported yet. Sets that have not changed are those of `known`: most renewals change none. */
function viewOf(record: NodeRecord, isOpen: boolean, known: NodeView | undefined): NodeView | undefined {
  const { nodeId, labels, report } = record
  if (report === null) return undefined
  const { arch, cpuFeatures, capacity, pooledBuildIds, cachedBuildIds } = report
  const { placesMax, placesUsed, placesInFlight, cpuCount, cpusAllocated } = capacity
  const { memoryTotalMb, memoryFreeMb, diskFreeMb } = capacity
  return {
    ...{ nodeId, arch, isOpen, cpuClass: cpuFeatures, labels: new Set(labels) },
    ...{ placesMax, placesUsed: placesUsed + placesInFlight, cpuCount, cpusAllocated },
    ...{ memoryTotalMb, memoryFreeMb, diskFreeMb },
    pooledBuilds: setOf(pooledBuildIds, known?.pooledBuilds),
    cachedBuilds: setOf(cachedBuildIds, known?.cachedBuilds),
    volumesDirectoryId: report.volumesDirectoryId,
    buildsFromRecipes: report.buildsFromRecipes === true,
  }
}

function setOf(items: readonly string[], known: ReadonlySet<string> | undefined): ReadonlySet<string> {
  const isSame = known?.size === items.length && items.every((item) => known.has(item))
  return isSame ? known : new Set(items)
}
