/**
 * The nodes of the installation, at present one. For a node that does not respond the last known description is
 * returned.
 */
import { ServiceError } from '@cay/core/errors.ts'
import { type NodeStatus, parseSettable, shownStatus } from '@cay/core/placement/node-status.ts'
import type { Clock } from '../../ports/host.ts'
import type { NodeAdmin, NodeDescription } from '../../ports/node.ts'
import { isSilence } from './is-silence.ts'

/** The only cluster. */
export const ownClusterId = '00000000-0000-0000-0000-000000000000'

export interface ShownNode extends Omit<NodeDescription, 'status' | 'statusChangedAtMs'> {
  readonly status: NodeStatus
  readonly statusChangedAtMs: number
  /** Absent for the node of a single machine, whose id is its name. */
  readonly name?: string
  readonly labels: readonly string[]
}

export interface RemovalOptions {
  readonly clusterId?: string | undefined
  /** Although volumes are on it. */
  readonly isForced: boolean
}

export class Nodes {
  readonly #admin: NodeAdmin
  readonly #clock: Clock
  #last: NodeDescription | undefined
  /** Since when the node has not responded. */
  #silentSinceMs: number | undefined

  constructor({ admin, clock }: { admin: NodeAdmin; clock: Clock }) {
    this.#admin = admin
    this.#clock = clock
  }

  /** Another cluster has no nodes. Throws node_unavailable when the node has never responded. */
  async list(clusterId = ownClusterId): Promise<ShownNode[]> {
    return clusterId === ownClusterId ? [await this.poll()] : []
  }

  /** Throws not_found, node_unavailable. */
  async find(nodeId: string, clusterId?: string): Promise<ShownNode> {
    const found = (await this.list(clusterId)).find((node) => node.nodeId === nodeId)
    if (found === undefined) throw new ServiceError('not_found', `node '${nodeId}' not found`)
    return found
  }

  /** Throws not_found, conflict for a status that cannot be set by request, node_unavailable. */
  async setStatus(nodeId: string, status: NodeStatus, clusterId?: string): Promise<void> {
    await this.find(nodeId, clusterId)
    await this.#admin.setNodeStatus(parseSettable(status))
  }

  /** Throws not_found, conflict: a single machine is not one of several. */
  async lose(nodeId: string, clusterId?: string): Promise<void> {
    await this.find(nodeId, clusterId)
    throw onlyNode()
  }

  /** Throws not_found, conflict. */
  async setLabels(nodeId: string, _labels: readonly string[], clusterId?: string): Promise<void> {
    await this.find(nodeId, clusterId)
    throw onlyNode()
  }

  /** Throws not_found, conflict. */
  async remove(nodeId: string, { clusterId }: RemovalOptions): Promise<void> {
    await this.find(nodeId, clusterId)
    throw onlyNode()
  }

  /**
   * Called periodically, so that an unreachable node still has a description and the time since which it is
   * unreachable.
   */
  async poll(): Promise<ShownNode> {
    try {
      this.#last = await this.#admin.describeNode()
      this.#silentSinceMs = undefined
    } catch (error) {
      if (!isSilence(error)) throw error
      this.#silentSinceMs ??= this.#clock.nowMs()
      if (this.#last === undefined) throw error
    }
    const { status, statusChangedAtMs: changedAtMs } = this.#last
    const shown = shownStatus({ status, changedAtMs }, this.#silentSinceMs, this.#clock.nowMs())
    return { ...this.#last, labels: [], status: shown.status, statusChangedAtMs: shown.changedAtMs }
  }
}

/** What is refused on a single machine. */
export function onlyNode(): ServiceError {
  return new ServiceError('conflict', 'this installation is a single machine, and no cluster')
}
