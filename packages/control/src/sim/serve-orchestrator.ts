/** Serves a simulated node on a socket, so that tests exercise its clients over the wire. */
import { createServer } from 'node:http'
import {
  CreateSandboxResponse_Source,
  type EgressPolicy,
  Orchestrator,
} from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import type { EgressLists } from '@cay/core/egress/lists.ts'
import { errorTable, isServiceError } from '@cay/core/errors.ts'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import { codeFromString } from '@connectrpc/connect/protocol-connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { statusNumbers, toStatus } from '../dialect/node-description.ts'
import { ofLifecycleMessage, phaseNumbers, reasonNumbers, toReason } from '../dialect/node-messages.ts'
import type { NodeUsage } from '../ports/node.ts'
import type { NodeSandbox, NodeSnapshot, OrchestratorClient } from '../ports/orchestrator.ts'

export async function serveOrchestrator(
  node: OrchestratorClient,
  socketPath: string,
): Promise<{ close(): Promise<void> }> {
  const server = createServer(connectNodeAdapter({ routes: (router) => addService(router, node) }))
  await new Promise<void>((resolve) => server.listen(socketPath, resolve))
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listsOf(policy: EgressPolicy | undefined): EgressLists {
  return { allowOut: policy?.allowOut ?? [], denyOut: policy?.denyOut ?? [] }
}

function addService(router: ConnectRouter, node: OrchestratorClient): void {
  router.service(Orchestrator, {
    createSandbox: async ({ keepEnvVars, ...request }, { signal }) => {
      const egress = listsOf(request.egress)
      const lifecycle = ofLifecycleMessage(request.lifecycle)
      const { trafficToken = '', maskRequestHost = '', httpsPorts = [] } = request.ingress ?? {}
      const ingress = { trafficToken, maskRequestHost, httpsPorts }
      const spec = { ...request, egress, ingress, lifecycle, keepsEnvVars: keepEnvVars }
      const created = await mapToRpcErrors(node.createSandbox(spec, signal))
      const source = CreateSandboxResponse_Source.RESTORE
      return { sandbox: toMessage(created.sandbox), envdVersion: created.envdVersion, source }
    },
    killSandbox: async ({ sandboxId, reason }) => {
      await mapToRpcErrors(node.killSandbox(sandboxId, toReason(reason)))
      return {}
    },
    pauseSandbox: async ({ sandboxId, filesOnly }) => {
      return { sandbox: toMessage(await mapToRpcErrors(node.pauseSandbox(sandboxId, filesOnly))) }
    },
    resumeSandbox: async (request) => {
      return { sandbox: toMessage(await mapToRpcErrors(node.resumeSandbox(request))) }
    },
    captureSandbox: async ({ sandboxId, snapshotId, transient: isTransient }) => {
      const snapshot = await mapToRpcErrors(node.captureSandbox({ sandboxId, snapshotId, isTransient }))
      return { snapshot: toSnapshotMessage(snapshot) }
    },
    deleteSnapshot: async ({ snapshotId }) => {
      await mapToRpcErrors(node.deleteSnapshot(snapshotId))
      return {}
    },
    listSnapshots: async () => ({
      snapshots: (await mapToRpcErrors(node.listSnapshots())).map(toSnapshotMessage),
    }),
    setExpiry: async ({ sandboxId, endAtMs }) => {
      return { sandbox: toMessage(await mapToRpcErrors(node.setExpiry(sandboxId, Number(endAtMs)))) }
    },
    setEgressPolicy: async ({ sandboxId, egress, closeExisting }) => {
      const options = { closesExisting: closeExisting }
      return {
        sandbox: toMessage(await mapToRpcErrors(node.setEgressPolicy(sandboxId, listsOf(egress), options))),
      }
    },
    listSandboxes: async ({ afterId, limit }) => {
      const page = limit === 0 ? undefined : { afterId, limit }
      return { sandboxes: (await mapToRpcErrors(node.listSandboxes(page))).map(toMessage) }
    },
    async *watchSandboxes(_, { signal }) {
      for await (const event of node.watchSandboxes(signal)) {
        if (event.kind === 'following') yield { event: { case: 'snapshot' as const, value: {} } }
        else yield { event: { case: 'changed' as const, value: toMessage(event.sandbox) } }
      }
    },
    describeNode: async () => {
      const { status, usage, ...description } = await mapToRpcErrors(node.describeNode())
      return {
        ...description,
        status: statusNumbers[status],
        statusChangedAtMs: BigInt(description.statusChangedAtMs),
        createsSucceeded: BigInt(description.createsSucceeded),
        createsFailed: BigInt(description.createsFailed),
        allocatedMemoryBytes: BigInt(description.allocatedMemoryBytes),
        buildIds: [...description.buildIds],
        usage: toUsageMessage(usage),
      }
    },
    setNodeStatus: async ({ status }) => {
      await mapToRpcErrors(node.setNodeStatus(toStatus(status)))
      return {}
    },
    acknowledgeEnded: async ({ sandboxIds }) => {
      await mapToRpcErrors(node.acknowledgeEnded(sandboxIds))
      return {}
    },
    listTemplates: async () => ({
      templates: (await mapToRpcErrors(node.listTemplates())).map((template) => ({
        ...template,
        createdAtMs: BigInt(template.createdAtMs),
      })),
    }),
  })
}

function toUsageMessage({ hugePageSizeBytes, disks, ...usage }: NodeUsage) {
  return {
    ...usage,
    memoryUsedBytes: BigInt(usage.memoryUsedBytes),
    memoryTotalBytes: BigInt(usage.memoryTotalBytes),
    hugePagesTotal: BigInt(usage.hugePagesTotal),
    hugePagesUsed: BigInt(usage.hugePagesUsed),
    hugePagesReserved: BigInt(usage.hugePagesReserved),
    hugePageBytes: BigInt(hugePageSizeBytes),
    disks: disks.map((disk) => ({
      ...disk,
      usedBytes: BigInt(disk.usedBytes),
      totalBytes: BigInt(disk.totalBytes),
    })),
  }
}

/** Maps errors by the same table as the real node. */
export async function mapToRpcErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!isServiceError(error)) throw error
    throw new ConnectError(error.message, codeFromString(errorTable[error.code].rpc) ?? Code.Internal)
  }
}

function toMessage(sandbox: NodeSandbox) {
  return {
    ...sandbox,
    phase: phaseNumbers[sandbox.phase],
    endReason: reasonNumbers[sandbox.endReason],
    generation: BigInt(sandbox.generation),
    startedAtMs: BigInt(sandbox.startedAtMs),
    endAtMs: BigInt(sandbox.endAtMs),
    endedAtMs: BigInt(sandbox.endedAtMs),
    address: '127.0.0.1',
  }
}

function toSnapshotMessage(snapshot: NodeSnapshot) {
  return {
    ...snapshot,
    createdAtMs: BigInt(snapshot.createdAtMs),
    diskBytes: BigInt(snapshot.diskBytes),
  }
}
