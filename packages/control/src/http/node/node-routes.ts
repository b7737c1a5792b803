/** Routes of nodes, for the operator. They decode, call and encode; they decide nothing. */
import type { components } from '@cay/contract/gen/control/api.js'
import { formatInstant } from '@cay/core/instant.ts'
import type { Deps } from '../../app/deps.ts'
import { type MovedSandbox, moveSandboxes } from '../../app/node/move-sandboxes.ts'
import { ownClusterId, type ShownNode } from '../../app/node/nodes.ts'
import type { NodeUsage } from '../../ports/node.ts'
import type { AdminRoutes } from '../add-operation.ts'

type NodeRoutes = Pick<
  AdminRoutes,
  | 'adminListNodes'
  | 'adminGetNode'
  | 'adminSetNodeStatus'
  | 'adminSetNodeLabels'
  | 'adminMoveSandboxes'
  | 'adminLoseNode'
  | 'adminRemoveNode'
>

export function createNodeRoutes(deps: Deps): NodeRoutes {
  const { nodes } = deps
  return {
    adminListNodes: async ({ query }) => {
      const all = await nodes.list(query.clusterID)
      return { status: 200, body: all.map(renderNode) }
    },
    adminGetNode: async ({ params, query }) => {
      const node = await nodes.find(params.nodeID, query.clusterID)
      const body: components['schemas']['NodeDetail'] = {
        ...renderCommon(node),
        cachedBuilds: [...node.buildIds],
      }
      return { status: 200, body }
    },
    adminSetNodeStatus: async ({ params, body }) => {
      await nodes.setStatus(params.nodeID, body.status, body.clusterID)
      return { status: 204 }
    },
    adminSetNodeLabels: async ({ params, body }) => {
      await nodes.setLabels(params.nodeID, body.labels, body.clusterID)
      return { status: 204 }
    },
    adminMoveSandboxes: async ({ params, query, signal }) => {
      const { clusterID: clusterId, after: afterId = '' } = query
      const page = await moveSandboxes(deps, { nodeId: params.nodeID, clusterId, afterId }, signal)
      const body: components['schemas']['MovedSandboxes'] = {
        sandboxes: page.sandboxes.map(renderMoved),
        nextAfter: page.nextAfter,
      }
      return { status: 200, body }
    },
    adminLoseNode: async ({ params, query }) => {
      await nodes.lose(params.nodeID, query.clusterID)
      return { status: 204 }
    },
    adminRemoveNode: async ({ params, query }) => {
      await nodes.remove(params.nodeID, {
        clusterId: query.clusterID,
        isForced: query.force === true,
      })
      return { status: 204 }
    },
  }
}

function renderMoved({ sandboxId, nodeId, ...moved }: MovedSandbox): components['schemas']['MovedSandbox'] {
  return { sandboxID: sandboxId, ...(nodeId === undefined ? {} : { nodeID: nodeId }), ...moved }
}

function renderNode(node: ShownNode): components['schemas']['Node'] {
  return { ...renderCommon(node), sandboxStartingCount: node.starting }
}

function renderCommon(node: ShownNode): components['schemas']['NodeCommon'] {
  return {
    id: node.nodeId,
    ...(node.name === undefined ? {} : { name: node.name }),
    labels: [...node.labels],
    serviceInstanceID: node.instanceId,
    clusterID: ownClusterId,
    version: node.version,
    commit: node.commit,
    machineInfo: node.machine,
    status: node.status,
    statusChangedAt: formatInstant(node.statusChangedAtMs),
    sandboxCount: node.sandboxes,
    createSuccesses: node.createsSucceeded,
    createFails: node.createsFailed,
    cachedBuildCount: node.buildIds.length,
    metrics: renderMetrics(node.usage, node),
  }
}

function renderMetrics(
  { disks, cpuPercent, ...usage }: NodeUsage,
  { allocatedCpus, allocatedMemoryBytes }: ShownNode,
): components['schemas']['NodeMetrics'] {
  return {
    ...usage,
    cpuPercent: Math.round(cpuPercent),
    allocatedCPU: allocatedCpus,
    allocatedMemoryBytes,
    disks: disks.map((disk) => ({ ...disk })),
  }
}
