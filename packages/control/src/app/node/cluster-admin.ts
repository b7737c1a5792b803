/** The nodes of a cluster as the operator sees them. A node that does not respond is shown as it was described last. */
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import { nodeLeaseMs } from '@cay/core/placement/decide-renewal.ts'
import { parseNodeLabels } from '@cay/core/placement/node-labels.ts'
import {
  type NodeStatus,
  parseSettable,
  policyOf,
  type SettableStatus,
} from '@cay/core/placement/node-status.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { NodeRecord } from '../../ports/cluster-node.ts'
import type { Clock } from '../../ports/host.ts'
import type { NodeDescription } from '../../ports/node.ts'
import type { Store } from '../../ports/store.ts'
import type { ClusterNodes } from './cluster-nodes.ts'
import { isSilence } from './is-silence.ts'
import { ownClusterId, type RemovalOptions, type ShownNode } from './nodes.ts'
import { loseNode } from './renew-lease.ts'

interface AdminDeps {
  readonly store: Store
  readonly clock: Clock
  readonly leaseClock: Clock
  readonly log: Logger
  readonly cluster: ClusterNodes
}

interface Described {
  /** Undefined: it has never answered. */
  readonly description: NodeDescription | undefined
  /** Since when it has answered with an error that is its own; undefined: it has not. */
  readonly failingSinceMs: number | undefined
}

const neverDescribed: Described = { description: undefined, failingSinceMs: undefined }

export class ClusterAdmin {
  readonly #deps: AdminDeps
  /** What each node has said last. */
  readonly #described = new Map<string, Described>()

  constructor(deps: AdminDeps) {
    this.#deps = deps
  }

  /** Another cluster has no nodes. */
  async list(clusterId = ownClusterId): Promise<ShownNode[]> {
    if (clusterId !== ownClusterId) return []
    const records = await this.#deps.store.listNodes()
    const ids = new Set(records.map(({ nodeId }) => nodeId))
    for (const nodeId of this.#described.keys()) if (!ids.has(nodeId)) this.#described.delete(nodeId)
    return await Promise.all(records.map((record) => this.#show(record)))
  }

  /** Throws not_found. */
  async find(nodeId: string, clusterId?: string): Promise<ShownNode> {
    return await this.#show(await this.#record(nodeId, clusterId))
  }

  /** Throws not_found, conflict for a status that cannot be set by request. */
  async setStatus(nodeId: string, status: NodeStatus, clusterId?: string): Promise<void> {
    const { store, clock } = this.#deps
    const found = await this.#record(nodeId, clusterId)
    const desired = parseSettable(status)
    await store.setNodeStatus(found.nodeId, desired, clock.nowMs())
    await this.#readAgain()
    await this.#tell(found.nodeId, desired)
  }

  /** Replaces them; what is on the node stays there. Throws not_found, request_invalid. */
  async setLabels(nodeId: string, labels: readonly string[], clusterId?: string): Promise<void> {
    const { store, log } = this.#deps
    const parsed = parseNodeLabels(labels)
    const found = await this.#record(nodeId, clusterId)
    await store.setNodeLabels(found.nodeId, parsed)
    log.info(
      { event: 'node.labels.changed', nodeID: found.nodeId, labels: parsed },
      'set the labels of a node',
    )
    await this.#readAgain()
  }

  /**
   * Gives up what runs on the node, as if it had been silent for too long. It ends that when it hears of it, or by its fence.
   * Throws not_found.
   */
  async lose(nodeId: string, clusterId?: string): Promise<void> {
    await loseNode(this.#deps, await this.#record(nodeId, clusterId))
    await this.#readAgain()
  }

  /**
   * Its certificates are refused from now on, and its links are closed. Throws not_found, conflict while sandboxes are on it, and while
   * volumes are, unless it is forced: they are lost with it.
   */
  async remove(nodeId: string, { clusterId, isForced }: RemovalOptions): Promise<void> {
    const { store, log } = this.#deps
    const found = await this.#record(nodeId, clusterId)
    if (!(await store.removeNode(found.nodeId, { withVolumes: isForced }))) {
      const volumes = isForced ? [] : await store.listNodeVolumes(found.nodeId, volumesNamedMax + 1)
      throw new ServiceError('conflict', volumes.length > 0 ? sayVolumes(nodeId, volumes) : sayBusy(nodeId))
    }
    log.info({ event: 'node.removed', nodeID: found.nodeId, name: found.name }, 'removed a node')
    await this.#readAgain()
  }

  async poll(): Promise<void> {
    await this.#deps.cluster.read()
  }

  async #record(nodeId: string, clusterId: string = ownClusterId): Promise<NodeRecord> {
    const record = clusterId === ownClusterId ? await this.#named(nodeId) : undefined
    if (record === undefined) throw new ServiceError('not_found', `node '${nodeId}' not found`)
    return record
  }

  /** By id or by name. */
  async #named(nodeId: string): Promise<NodeRecord | undefined> {
    const { store } = this.#deps
    return (await store.findNode(nodeId)) ?? (await store.listNodes()).find(({ name }) => name === nodeId)
  }

  async #show(record: NodeRecord): Promise<ShownNode> {
    const { cluster, clock } = this.#deps
    const { nodeId, name, labels, desired, desiredAtMs, renewedAtMs, joinedAtMs } = record
    const isAlive = cluster.statusOf(nodeId) === 'alive'
    if (isAlive) await this.#describe(nodeId)
    const { description, failingSinceMs } = this.#described.get(nodeId) ?? neverDescribed
    const base = { ...(description ?? undescribed(record)), nodeId, name, labels }
    if (isAlive && failingSinceMs === undefined)
      return { ...base, status: desired, statusChangedAtMs: desiredAtMs }
    const silentSinceMs = Math.max(renewedAtMs, joinedAtMs) + nodeLeaseMs
    const sinceMs = isAlive && failingSinceMs !== undefined ? failingSinceMs : silentSinceMs
    return { ...base, status: 'unhealthy', statusChangedAtMs: Math.min(sinceMs, clock.nowMs()) }
  }

  /** At once: until it knows, a node that was opened refuses what is placed on it. Never throws: the status holds already. */
  async #tell(nodeId: string, desired: SettableStatus): Promise<void> {
    try {
      const { orchestrator } = this.#deps.cluster.clientsOf(nodeId)
      await orchestrator.setNodeStatus(policyOf(desired).isOpen ? 'ready' : 'draining')
    } catch (error) {
      // It learns it when it renews its lease.
      if (!isSilence(error)) this.#warn(nodeId, error)
    }
  }

  /** What was recorded counts here at once. Never throws: it is recorded, and read every few seconds anyway. */
  async #readAgain(): Promise<void> {
    const { cluster, log } = this.#deps
    try {
      await cluster.read()
    } catch (error) {
      const level = isServiceError(error) ? 'debug' : 'error'
      log[level]({ event: 'replica.renew.failed', err: error }, 'failed to read the nodes; retrying')
    }
  }

  /** Never throws: a node that fails is no reason to say nothing of the others. */
  async #describe(nodeId: string): Promise<void> {
    const { cluster, clock } = this.#deps
    try {
      const description = await cluster.clientsOf(nodeId).orchestrator.describeNode()
      this.#described.set(nodeId, { description, failingSinceMs: undefined })
    } catch (error) {
      if (isSilence(error)) return
      const { description, failingSinceMs = clock.nowMs() } = this.#described.get(nodeId) ?? neverDescribed
      this.#described.set(nodeId, { description, failingSinceMs })
      this.#warn(nodeId, error)
    }
  }

  #warn(nodeId: string, error: unknown): void {
    const { log } = this.#deps
    log.warn({ event: 'node.call.failed', nodeID: nodeId, err: error }, 'a node answered with an error')
  }
}

/** A message names so many volumes, and says whether there are more. */
const volumesNamedMax = 10

function sayVolumes(nodeId: string, volumes: readonly { readonly name: string }[]): string {
  const names = volumes.slice(0, volumesNamedMax).map(({ name }) => `'${name}'`)
  const more = volumes.length > volumesNamedMax ? ' and others' : ''
  return `the volumes ${names.join(', ')}${more} are on node '${nodeId}' and are lost with it: copy what is in them and delete them, or remove the node with force=true`
}

function sayBusy(nodeId: string): string {
  return `sandboxes are on node '${nodeId}': kill or pause them, or give the node up with \`cay node lost\``
}

/** What the lease says of a node that this process has never reached. */
function undescribed({ nodeId, report, desired, desiredAtMs }: NodeRecord): NodeDescription {
  const capacity = report?.capacity
  const mib = 2 ** 20
  const memoryTotalBytes = (capacity?.memoryTotalMb ?? 0) * mib
  return {
    ...{ nodeId, instanceId: report?.instanceId ?? '', version: report?.version ?? '', commit: '' },
    machine: { cpuFamily: '', cpuModel: '', cpuModelName: '', cpuArchitecture: report?.arch ?? '' },
    ...{ status: desired, statusChangedAtMs: desiredAtMs },
    ...{ sandboxes: capacity?.placesUsed ?? 0, starting: capacity?.placesInFlight ?? 0 },
    ...{ createsSucceeded: 0, createsFailed: 0, allocatedMemoryBytes: 0 },
    allocatedCpus: capacity?.cpusAllocated ?? 0,
    usage: {
      ...{ cpuPercent: 0, cpuCount: capacity?.cpuCount ?? 0, memoryTotalBytes },
      memoryUsedBytes: memoryTotalBytes - (capacity?.memoryFreeMb ?? 0) * mib,
      ...{ hugePagesTotal: 0, hugePagesUsed: 0, hugePagesReserved: 0, hugePageSizeBytes: 0, disks: [] },
    },
    buildIds: report?.cachedBuildIds ?? [],
  }
}
