/**
 * Client of the node's orchestrator service, over its Unix socket. RPC errors become service errors here, and messages
 * become plain records. Calls that reached the node are not retried, because only the caller knows whether that is
 * safe.
 */
import { Orchestrator, type Sandbox, SandboxPhase } from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { isBuildSandboxId } from '@cay/core/ids.ts'
import type { Page } from '@cay/core/reconcile/common-range.ts'
import { withIdleTimeout } from '@cay/kit/flow/idle-timeout.ts'
import { type Client, Code, createClient, type Transport } from '@connectrpc/connect'
import { statusNumbers, toDescription } from '../../dialect/node-description.ts'
import {
  reasonNumbers,
  toCreated,
  toCreateMessage,
  toPolicyMessage,
  toSandbox,
  toSnapshot,
  toTemplate,
} from '../../dialect/node-messages.ts'
import type { NodeAdmin } from '../../ports/node.ts'
import type { NodeEvent, NodeSandbox, OrchestratorClient } from '../../ports/orchestrator.ts'
import { createNodeTransport } from './node-transport.ts'
import { type Meanings, mapRpcErrors, mapStartErrors, nodeUnavailable } from './rpc-errors.ts'

/** Timeout for short calls in milliseconds. The caller bounds the time of a create. */
const callMsMax = 15_000
/** Timeout in milliseconds for calls that move a sandbox's memory to or from disk: 64 GiB at 250 MB/s. */
const memoryMsMax = 300_000
/** The node sends a message at least every 5 seconds. */
const silenceMsMax = 15_000

const ofCreate: Meanings = {
  [Code.NotFound]: 'template_not_found',
  [Code.FailedPrecondition]: 'no_compatible_node',
  [Code.InvalidArgument]: 'request_invalid',
}
const ofSandbox: Meanings = { [Code.NotFound]: 'sandbox_not_found' }
const ofCapture: Meanings = {
  ...ofSandbox,
  [Code.Aborted]: 'capture_failed',
  [Code.FailedPrecondition]: 'capture_failed',
  [Code.ResourceExhausted]: 'node_disk_full',
}
const ofResume: Meanings = { ...ofSandbox, [Code.FailedPrecondition]: 'memory_not_restorable' }

export function connectOrchestrator(socketPath: string, patienceMs?: number): OrchestratorClient {
  return callOrchestrator(createNodeTransport(socketPath, patienceMs))
}

export function callOrchestrator(transport: Transport): OrchestratorClient {
  const client = createClient(Orchestrator, transport)
  return { ...lifeCalls(client), ...snapshotCalls(client), ...listCalls(client), ...adminCalls(client) }
}

type OrchestratorRpc = Client<typeof Orchestrator>
const quick = { timeoutMs: callMsMax }
const slow = { timeoutMs: memoryMsMax }

type LifeCalls = Pick<
  OrchestratorClient,
  | 'createSandbox'
  | 'killSandbox'
  | 'releaseSandbox'
  | 'pauseSandbox'
  | 'adoptPaused'
  | 'resumeSandbox'
  | 'setExpiry'
  | 'setEgressPolicy'
>

function lifeCalls(client: OrchestratorRpc): LifeCalls {
  return {
    async createSandbox(request, signal) {
      const call = client.createSandbox(toCreateMessage(request), signal === undefined ? {} : { signal })
      return toCreated(await mapStartErrors(ofCreate, call))
    },
    async killSandbox(sandboxId, reason, epoch = 0) {
      const request = { sandboxId, reason: reasonNumbers[reason], epoch: BigInt(epoch) }
      await mapRpcErrors(ofSandbox, client.killSandbox(request, slow))
    },
    async releaseSandbox(sandboxId, epoch) {
      await mapRpcErrors({}, client.releaseSandbox({ sandboxId, epoch: BigInt(epoch) }, slow))
    },
    async pauseSandbox(sandboxId, filesOnly, epoch = 0) {
      const request = { sandboxId, filesOnly, epoch: BigInt(epoch) }
      return toSandbox((await mapRpcErrors(ofCapture, client.pauseSandbox(request, slow))).sandbox)
    },
    async adoptPaused(sandboxId, record, { epoch = 0, isResuming = false } = {}) {
      const request = { sandboxId, record, epoch: BigInt(epoch), isResuming }
      return toSandbox((await mapRpcErrors({}, client.adoptPaused(request, quick))).sandbox)
    },
    async resumeSandbox({ epoch = 0, ...request }) {
      const call = client.resumeSandbox({ ...request, epoch: BigInt(epoch) }, slow)
      return toSandbox((await mapStartErrors(ofResume, call)).sandbox)
    },
    async setExpiry(sandboxId, endAtMs, epoch = 0) {
      const request = { sandboxId, endAtMs: BigInt(Math.round(endAtMs)), epoch: BigInt(epoch) }
      return toSandbox((await mapRpcErrors(ofSandbox, client.setExpiry(request, quick))).sandbox)
    },
    async setEgressPolicy(sandboxId, egress, { closesExisting = false, epoch = 0 } = {}) {
      const policy = toPolicyMessage(egress)
      const request = { sandboxId, egress: policy, closeExisting: closesExisting, epoch: BigInt(epoch) }
      return toSandbox((await mapRpcErrors(ofSandbox, client.setEgressPolicy(request, quick))).sandbox)
    },
  }
}

function adminCalls(client: OrchestratorRpc): NodeAdmin {
  return {
    async describeNode() {
      return toDescription(await mapRpcErrors({}, client.describeNode({}, quick)))
    },
    async setNodeStatus(status) {
      await mapRpcErrors({}, client.setNodeStatus({ status: statusNumbers[status] }, quick))
    },
  }
}

function snapshotCalls(
  client: OrchestratorRpc,
): Pick<OrchestratorClient, 'captureSandbox' | 'deleteSnapshot' | 'listSnapshots'> {
  return {
    async captureSandbox({ sandboxId, snapshotId, isTransient, epoch = 0 }) {
      const request = { sandboxId, snapshotId, transient: isTransient, epoch: BigInt(epoch) }
      const call = client.captureSandbox(request, slow)
      return toSnapshot((await mapRpcErrors(ofCapture, call)).snapshot)
    },
    async deleteSnapshot(snapshotId) {
      await mapRpcErrors({}, client.deleteSnapshot({ snapshotId }, quick))
    },
    async listSnapshots() {
      return (await mapRpcErrors({}, client.listSnapshots({}, quick))).snapshots.map(toSnapshot)
    },
  }
}

type ListCalls = Pick<
  OrchestratorClient,
  'listSandboxes' | 'watchSandboxes' | 'acknowledgeEnded' | 'listTemplates'
>

function listCalls(client: OrchestratorRpc): ListCalls {
  return {
    listSandboxes: (page = everything) => listSandboxes(client, page),
    watchSandboxes: (signal) => watch(client, signal),
    async acknowledgeEnded(sandboxIds) {
      await mapRpcErrors({}, client.acknowledgeEnded({ sandboxIds: [...sandboxIds] }, quick))
    },
    async listTemplates() {
      return (await mapRpcErrors({}, client.listTemplates({}, quick))).templates.map(toTemplate)
    },
  }
}

const everything: Page = { afterId: '', limit: 0 }

async function listSandboxes(client: OrchestratorRpc, { afterId, limit }: Page): Promise<NodeSandbox[]> {
  const found: NodeSandbox[] = []
  for (let after = afterId; ; ) {
    const { sandboxes } = await mapRpcErrors({}, client.listSandboxes({ afterId: after, limit }, quick))
    found.push(...sandboxes.filter(isCallers).map(toSandbox))
    const last = sandboxes.at(-1)
    if (last === undefined || limit === 0 || sandboxes.length < limit || found.length >= limit) return found
    after = last.sandboxId
  }
}

async function* watch(client: OrchestratorRpc, signal: AbortSignal): AsyncIterable<NodeEvent> {
  const request = { withoutPolicies: true, changesOnly: true }
  const open = (each: AbortSignal) => client.watchSandboxes(request, { signal: each })
  try {
    for await (const { event } of withIdleTimeout({ open, idleMs: silenceMsMax, signal })) {
      if (event.case === 'snapshot') yield { kind: 'following' }
      if (event.case === 'changed' && isCallers(event.value) && !isReleased(event.value))
        yield { kind: 'changed', sandbox: toSandbox(event.value) }
    }
  } catch (error) {
    // Any other end of the stream, a silence timeout included, means that the node is unreachable.
    if (!signal.aborted) throw nodeUnavailable(error)
  }
}

/** Control has asked for it, and the sandbox has another node. */
function isReleased({ phase }: Sandbox): boolean {
  return phase === SandboxPhase.RELEASED
}

/** Sandboxes of builds are managed by the node alone. */
function isCallers({ sandboxId }: { readonly sandboxId: string }): boolean {
  return !isBuildSandboxId(sandboxId)
}
