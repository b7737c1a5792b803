import { randomUUID } from 'node:crypto'
import { ServiceError } from '@cay/core/errors.ts'
import { idBytes, makeTemplateId } from '@cay/core/ids.ts'
import { localNodeId } from '@cay/core/placement/node-id.ts'
import { defaultTag } from '@cay/core/template/reference.ts'
import {
  describeSnapshot,
  parseSnapshotName,
  type SnapshotInfo,
  type SnapshotName,
} from '@cay/core/template/snapshot-name.ts'
import type { NodeSnapshot } from '../../ports/orchestrator.ts'
import type { Deps } from '../deps.ts'
import { beginCapture, type CaptureDeps, dropCapture } from '../sandbox/capture-sandbox.ts'
import { decideWhenIdle, type SandboxTarget } from '../sandbox/find-sandbox.ts'
import { checkSnapshotQuota } from '../team/snapshot-quota.ts'

export type SnapshotDeps = CaptureDeps & Pick<Deps, 'randomBytes'>

/**
 * Creates a template from a running sandbox, which keeps running. If the name already belongs to a snapshot, that
 * template gets a new build, which is used from now on. A client that disconnects changes nothing. Throws
 * request_invalid, sandbox_not_found, conflict, already_exists (the name belongs to a template that is not a snapshot),
 * quota_exceeded, node_disk_full, capture_failed, node_unavailable.
 */
export async function snapshotSandbox(
  deps: SnapshotDeps,
  { target, name }: { target: SandboxTarget; name: string | undefined },
  signal: AbortSignal,
): Promise<SnapshotInfo> {
  const { slug } = target.team
  const requestedName = name === undefined ? undefined : parseSnapshotName(name, slug)
  const event = 'snapshotRequested'
  const snapshotId = randomUUID()
  try {
    const snapshot = await decideWhenIdle(deps, { target, event, signal }, async ({ sandbox }) => {
      if (requestedName !== undefined) await refuseTaken(deps, slug, requestedName)
      await checkSnapshotQuota(deps, sandbox.teamId)
      const capturing = await beginCapture(deps, { sandbox, event, snapshotId, keyId: target.keyId })
      return capturing === undefined ? 'later' : () => capturing.done
    })
    const info = await record(deps, { target, requestedName, snapshot })
    deps.heldSnapshots.delete(snapshotId)
    return info
  } catch (error) {
    void dropCapture(deps, snapshotId)
    throw error
  }
}

/** An early check before the capture; the store makes the final check in its transaction. */
async function refuseTaken({ store }: SnapshotDeps, slug: string, { alias }: SnapshotName): Promise<void> {
  const known = await store.findTemplateByAlias(slug, alias)
  if (known !== undefined && known.source !== 'snapshot')
    throw new ServiceError('already_exists', `'${slug}/${alias}' is the name of a template`)
}

interface Captured {
  readonly target: SandboxTarget
  readonly requestedName: SnapshotName | undefined
  readonly snapshot: NodeSnapshot
}

async function record(
  deps: SnapshotDeps,
  { target, requestedName, snapshot }: Captured,
): Promise<SnapshotInfo> {
  const { team, sandboxId } = target
  const { snapshotId, resources, envdVersion } = snapshot
  const nodeId = deps.heldSnapshots.get(snapshotId) ?? localNodeId
  const kept = await deps.store.addSnapshot({
    teamId: team.teamId,
    teamSlug: team.slug,
    alias: requestedName?.alias ?? null,
    tag: requestedName?.tag ?? defaultTag,
    templateId: makeTemplateId(deps.randomBytes(idBytes)),
    build: { buildId: snapshotId, resources, envdVersion },
    sandboxId,
    nodeId,
    diskMb: Math.ceil(snapshot.diskBytes / 2 ** 20),
    nowMs: deps.clock.nowMs(),
  })
  const info = describeSnapshot(kept, team.slug)
  deps.log.info(
    { event: 'snapshot.created', sandboxID: sandboxId, snapshotID: info.snapshotId, buildID: snapshotId },
    'created a snapshot',
  )
  return info
}
