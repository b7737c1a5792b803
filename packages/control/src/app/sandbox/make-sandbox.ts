import { isServiceError } from '@cay/core/errors.ts'
import { sandboxNotFound } from '@cay/core/sandbox/state.ts'
import { UndoStack } from '@cay/kit/flow/undo-stack.ts'
import type { CreateOnNode } from '../../ports/orchestrator.ts'
import type { CreateKey, SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'
import { claimOf } from '../node/claim-node.ts'
import { nodeOf } from '../node/node-of.ts'
import { type PlaceRequest, tryNodes } from '../node/placement.ts'
import { attachSandboxVolumes } from '../volume/attach-volumes.ts'
import { applyEvent, type ChangeDeps, placeAgain } from './change-sandbox.ts'
import { type SandboxView, type ViewDeps, viewSandbox } from './find-sandbox.ts'
import { nodeIngress } from './ingress.ts'

export type MakeDeps = ChangeDeps & ViewDeps & Pick<Deps, 'nodeRegistry' | 'placement'>

export interface Making {
  /** A record in the state `creating`. */
  readonly record: SandboxRecord
  /** The API key that made the request; absent for requests without a key. */
  readonly keyId?: string | undefined
  readonly createKey?: CreateKey | undefined
  /** Where else it may be created when its node refuses. */
  readonly place: PlaceRequest
  /** Fields of the create request to the node that the record does not have. */
  readonly node: Pick<CreateOnNode, 'buildId' | 'timeoutSeconds' | 'envVars' | 'keepsEnvVars' | 'egress'>
}

/**
 * Creates a sandbox from a record that is not stored yet. The record is written before the node gets the request, so
 * that the reconciler finds everything that a crash in between leaves behind; a failure leaves neither record nor
 * sandbox. Quotas are checked in the transaction that writes the record. Throws quota_exceeded and, for a key that another
 * sandbox has, idempotency_in_progress. A client that disconnects changes nothing: the sandbox is created, listed, and
 * expires. The signal is the request's deadline.
 */
export function makeSandbox(deps: MakeDeps, making: Making, signal: AbortSignal): Promise<SandboxView> {
  const { sandboxId } = making.record
  return deps.writers.run(sandboxId, async () => {
    const undo = new UndoStack()
    const record = await insertPlaced(deps, making)
    undo.push('record', () => deps.store.discardSandbox(sandboxId))
    try {
      const sandbox = await makeOnSomeNode(deps, { making, record, undo }, signal)
      return viewSandbox(deps, sandbox)
    } catch (error) {
      await giveUp(deps, { sandboxId, undo, error })
      throw error
    }
  })
}

/** The chosen node may have been closed since it was chosen: the transaction looks again. */
function insertPlaced(deps: MakeDeps, { record, createKey, place }: Making): Promise<SandboxRecord> {
  const operation = deps.operations.begin('create')
  return tryNodes(record.nodeId ?? '', {
    choose: (excluded) => deps.placement.choose({ ...place, excluded }),
    attempt: async (nodeId) => {
      const placed = { ...record, nodeId, operation }
      const claim = claimOf(deps, nodeId, placed)
      await deps.store.insertSandbox(placed, { needsAdmission: true, claim, createKey })
      return placed
    },
  })
}

interface Attempts {
  readonly making: Making
  /** As it was stored. */
  readonly record: SandboxRecord
  readonly undo: UndoStack
}

function makeOnSomeNode(
  deps: MakeDeps,
  { making, record, undo }: Attempts,
  signal: AbortSignal,
): Promise<SandboxRecord> {
  let placed = record
  return tryNodes(record.nodeId ?? '', {
    choose: (excluded) => deps.placement.choose({ ...making.place, excluded }),
    attempt: async (nodeId, turn) => {
      signal.throwIfAborted()
      if (turn > 1) placed = (await placeAgain(deps, placed, nodeId)) ?? gone(record)
      const made = placed
      undo.push('sandbox on the node', () => forget(deps, made))
      return await makeOnNode(deps, { ...making, record: made }, signal)
    },
  })
}

function gone({ sandboxId }: SandboxRecord): never {
  throw sandboxNotFound(sandboxId)
}

async function makeOnNode(
  deps: MakeDeps,
  { record, keyId, node }: Making,
  signal: AbortSignal,
): Promise<SandboxRecord> {
  const { sandboxId, templateId, lifecycle, isSecured, volumeMounts } = record
  const accessToken = isSecured ? deps.accessTokenOf(sandboxId) : ''
  await attachSandboxVolumes(deps, record)
  const { orchestrator, epoch } = nodeOf(deps, record)
  const created = await orchestrator.createSandbox(
    {
      ...{ sandboxId, epoch, templateId, lifecycle, accessToken },
      ingress: nodeIngress(deps, record),
      ...(volumeMounts === undefined ? {} : { volumeMounts }),
      ...node,
    },
    signal,
  )
  const { generation, startedAtMs, endAtMs, resources } = created.sandbox
  const { envdVersion } = created
  const change = { generation, startedAtMs, runsSinceMs: startedAtMs, endAtMs, resources, envdVersion }
  const sandbox = await deps.writers.persist(() =>
    applyEvent(deps, { sandboxId, event: 'created', keyId }, change),
  )
  if (sandbox?.state !== 'running') throw sandboxNotFound(sandboxId)
  return sandbox
}

async function giveUp(
  { log }: MakeDeps,
  { sandboxId, undo, error }: { sandboxId: string; undo: UndoStack; error: unknown },
): Promise<void> {
  log.info({ event: 'sandbox.create.failed', sandboxID: sandboxId, err: error }, 'failed to create a sandbox')
  for (const failure of await undo.unwind()) {
    log.warn(
      { event: 'sandbox.undo.failed', sandboxID: sandboxId, step: failure.name, err: failure.error },
      'failed to undo a step of a create; the reconciler finishes it',
    )
  }
}

async function forget(deps: MakeDeps, record: SandboxRecord): Promise<void> {
  const { orchestrator, epoch } = nodeOf(deps, record)
  try {
    await orchestrator.killSandbox(record.sandboxId, 'orphaned', epoch)
  } catch (error) {
    // The usual case: the node has already cleaned up.
    if (!isServiceError(error, 'sandbox_not_found')) throw error
  }
}
