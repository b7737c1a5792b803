/** The RPC service of the orchestrator: decodes, calls one verb, encodes. */
import { create } from '@bufbuild/protobuf'
import {
  type CreateSandboxRequest,
  Orchestrator,
  ResumeSandboxResponse_Source as ResumeSource,
  type Sandbox,
  CreateSandboxResponse_Source as Source,
  type WatchSandboxesResponse,
  WatchSandboxesResponseSchema,
} from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { parseEpoch } from '@cay/core/sandbox/epoch.ts'
import type { ConnectRouter } from '@connectrpc/connect'
import { wakeSandbox } from '../app/idle/wake-sandbox.ts'
import { describeNode } from '../app/node/describe-node.ts'
import type { NodeContext } from '../app/node/node-context.ts'
import { setNodeStatus } from '../app/node/set-node-status.ts'
import { adoptPaused } from '../app/pause/adopt-paused.ts'
import { pauseSandbox } from '../app/pause/pause-sandbox.ts'
import { resumeForTraffic } from '../app/pause/resume-for-traffic.ts'
import { type ResumedSandbox, resumeSandbox } from '../app/pause/resume-sandbox.ts'
import { acknowledgeEnded } from '../app/sandbox/acknowledge-ended.ts'
import { createSandbox } from '../app/sandbox/create-sandbox.ts'
import { endSandbox } from '../app/sandbox/end-sandbox.ts'
import { listViews } from '../app/sandbox/list-views.ts'
import { releaseSandbox } from '../app/sandbox/release-sandbox.ts'
import type { Watch } from '../app/sandbox/sandbox-registry.ts'
import { setEgressPolicy } from '../app/sandbox/set-egress-policy.ts'
import { setExpiry } from '../app/sandbox/set-expiry.ts'
import { captureSandbox } from '../app/snapshot/capture-sandbox.ts'
import { deleteSnapshot } from '../app/snapshot/delete-snapshot.ts'
import type { TemplateBuild } from '../ports/template.ts'
import { directoryName } from './directory-name.ts'
import {
  callersReason,
  egressLists,
  egressMessage,
  ingressOf,
  lifecycleOf,
  sandboxMessage,
  snapshotMessage,
  templateMessage,
} from './messages.ts'
import { type InstanceFacts, nodeMessage, statusOf } from './node-messages.ts'
import { withKeepalive } from './with-keepalive.ts'

const resumeSources = {
  running: ResumeSource.RUNNING,
  thaw: ResumeSource.THAW,
  restore: ResumeSource.RESTORE,
  boot: ResumeSource.BOOT,
} as const satisfies Record<ResumedSandbox['source'], ResumeSource>

/** Milliseconds of silence on a watch before a keepalive. */
const keepaliveMs = 5_000

export interface NodeIdentity extends InstanceFacts {
  readonly egressAddress: string
  readonly egressPort: number
  readonly runtimeVersion: string
}

export function orchestratorRoutes(node: NodeContext, identity: NodeIdentity) {
  return (router: ConnectRouter): void => {
    router.service(Orchestrator, {
      async createSandbox(request) {
        const created = await createSandbox(node, {
          sandboxId: directoryName(request.sandboxId),
          templateId: directoryName(request.templateId),
          buildId: directoryName(request.buildId),
          timeoutSeconds: request.timeoutSeconds,
          envVars: request.envVars,
          keepEnvVars: request.keepEnvVars,
          egress: egressLists(request.egress),
          ingress: ingressOf(request.ingress),
          lifecycle: lifecycleOf(request.lifecycle),
          ...epochOf(request),
          ...(request.teamId === '' ? {} : { teamId: request.teamId }),
          ...volumeMountsOf(request),
          ...(request.accessToken === '' ? {} : { accessToken: request.accessToken }),
        })
        const source = created.source === 'pool' ? Source.POOL : Source.RESTORE
        return { sandbox: sandboxMessage(created.view), envdVersion: created.envdVersion, source }
      },
      async wakeSandbox(request) {
        await wakeSandbox(node, request.sandboxId)
        return {}
      },
      async pauseSandbox({ sandboxId, filesOnly, ...request }) {
        const command = { sandboxId, filesOnly, ...epochOf(request) }
        return { sandbox: sandboxMessage(await pauseSandbox(node, command)) }
      },
      async resumeSandbox({ sandboxId, timeoutSeconds, filesOnly, ...request }) {
        const command = { sandboxId, timeoutSeconds, filesOnly, ...epochOf(request) }
        const { view, source } = await resumeSandbox(node, command)
        return { sandbox: sandboxMessage(view), source: resumeSources[source] }
      },
      async resumeForTraffic({ sandboxId, port, accessToken }) {
        const { view, source } = await resumeForTraffic(node, { sandboxId, port, accessToken })
        return { sandbox: sandboxMessage(view), source: resumeSources[source] }
      },
      async captureSandbox({ sandboxId, snapshotId, transient: isTransient, ...request }) {
        const command = { sandboxId, snapshotId, isTransient, ...epochOf(request) }
        return { snapshot: snapshotMessage(await captureSandbox(node, command)) }
      },
      async deleteSnapshot({ snapshotId }) {
        await deleteSnapshot(node, snapshotId)
        return {}
      },
      async listSnapshots() {
        const all = await node.snapshots.list()
        return { snapshots: all.filter(({ owner }) => owner === 'caller').map(snapshotMessage) }
      },
      async killSandbox(request) {
        const reason = callersReason(request.reason)
        await endSandbox(node, request.sandboxId, reason, parseEpoch(request.epoch))
        return {}
      },
      async setExpiry(request) {
        const { sandboxId, endAtMs, epoch } = request
        const view = await setExpiry(node, sandboxId, Number(endAtMs), parseEpoch(epoch))
        return { sandbox: sandboxMessage(view) }
      },
      async setEgressPolicy(request) {
        const { sandboxId, closeExisting } = request
        const options = { closesExisting: closeExisting, ...epochOf(request) }
        const view = await setEgressPolicy(node, sandboxId, egressLists(request.egress), options)
        return { sandbox: sandboxMessage(view) }
      },
      async adoptPaused({ sandboxId, record, isResuming, ...request }) {
        const command = { sandboxId: directoryName(sandboxId), record, isResuming, ...epochOf(request) }
        return { sandbox: sandboxMessage(await adoptPaused(node, command)) }
      },
      async releaseSandbox({ sandboxId, epoch }) {
        await releaseSandbox(node, { sandboxId, epoch: parseEpoch(epoch) })
        return {}
      },
      listSandboxes(page) {
        return { sandboxes: listViews(node, page).map(sandboxMessage) }
      },
      watchSandboxes({ withoutPolicies, changesOnly }, { signal }) {
        const events = withoutPolicies
          ? watch(() => node.registry.watch(), { toMessage: sandboxMessage, changesOnly }, signal)
          : watch(() => node.registry.watchEgress(), { toMessage: egressMessage, changesOnly }, signal)
        return withKeepalive(events, keepaliveMs, () => event({ case: 'keepalive', value: {} }))
      },
      async acknowledgeEnded(request) {
        await acknowledgeEnded(node, request.sandboxIds)
        return {}
      },
      async listTemplates() {
        return { templates: recipes(await node.templates.list()).map(templateMessage) }
      },
      async describeNode() {
        return nodeMessage(node, { ...identity, ...(await describeNode(node)) })
      },
      async setNodeStatus({ status }) {
        await setNodeStatus(node, statusOf(status))
        return {}
      },
      getNode() {
        const { nodeId, runtimeVersion, egressAddress, egressPort } = identity
        return {
          nodeId,
          runtimeVersion,
          egressAddress,
          egressPort,
          running: node.registry.size,
          pooled: node.pool.size,
        }
      },
    })
  }
}

/** An epoch that was not given is not recorded. */
function epochOf({ epoch }: { readonly epoch: bigint }): { epoch?: number } {
  return epoch === 0n ? {} : { epoch: parseEpoch(epoch) }
}

function volumeMountsOf({ volumeMounts }: Pick<CreateSandboxRequest, 'volumeMounts'>) {
  if (volumeMounts.length === 0) return {}
  return { volumeMounts: volumeMounts.map(({ volumeId, path }) => ({ volumeId, path })) }
}

/** Users' builds are listed by the builder service. */
function recipes(builds: readonly TemplateBuild[]): TemplateBuild[] {
  return builds.filter(({ made }) => made === undefined)
}

interface WatchOptions<View> {
  readonly toMessage: (view: View) => Sandbox
  /** Sends an empty list first. */
  readonly changesOnly: boolean
}

async function* watch<View extends Change, Change>(
  open: () => Watch<View, Change>,
  { toMessage, changesOnly }: WatchOptions<Change>,
  signal: AbortSignal,
): AsyncGenerator<WatchSandboxesResponse> {
  const { snapshot, changes, stop } = open()
  signal.addEventListener('abort', stop)
  try {
    yield event({ case: 'snapshot', value: { sandboxes: changesOnly ? [] : snapshot.map(toMessage) } })
    for await (const view of changes) yield event({ case: 'changed', value: toMessage(view) })
  } finally {
    stop()
  }
}

type EventInit = Exclude<
  Parameters<typeof create<typeof WatchSandboxesResponseSchema>>[1],
  undefined
>['event']

function event(value: NonNullable<EventInit>): WatchSandboxesResponse {
  return create(WatchSandboxesResponseSchema, { event: value })
}
