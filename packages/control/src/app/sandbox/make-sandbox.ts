import { isOutcomeUnknown, isServiceError, ServiceError } from '@cay/core/errors.ts'
import { idBytes, makeSandboxId } from '@cay/core/ids.ts'
import { sandboxNotFound } from '@cay/core/sandbox/state.ts'
import { UndoStack } from '@cay/kit/flow/undo-stack.ts'
import type { CreateOnNode } from '../../ports/orchestrator.ts'
import type { CreateKey, SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'
import { claimOf } from '../node/claim-node.ts'
import { nodeOf } from '../node/node-of.ts'
import { type PlaceRequest, triesMax, tryNodes } from '../node/placement.ts'
import { attachSandboxVolumes } from '../volume/attach-volumes.ts'
import { applyEvent, type ChangeDeps, placeAgain } from './change-sandbox.ts'
import { type SandboxView, type ViewDeps, viewSandbox } from './find-sandbox.ts'
import { nodeIngress } from './ingress.ts'

export type MakeDeps = ChangeDeps & ViewDeps & Pick<Deps, 'nodeRegistry' | 'placement' | 'randomBytes'>

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
 *
 * A node that does not say whether it has made the sandbox may have it, and so may one that is given up meanwhile: another node
 * makes one with another id.
 */
export async function makeSandbox(deps: MakeDeps, making: Making, signal: AbortSignal): Promise<SandboxView> {
  const made = await deps.writers.run(making.record.sandboxId, () => makeOrAbandon(deps, making, signal))
  return 'instead' in made ? await makeSandbox(deps, made.instead, signal) : made.view
}

type Attempted = { readonly view: SandboxView } | { readonly instead: Making }

async function makeOrAbandon(deps: MakeDeps, making: Making, signal: AbortSignal): Promise<Attempted> {
  const { sandboxId } = making.record
  const undo = new UndoStack()
  const placed = { now: await insertPlaced(deps, making) }
  undo.push('record', () => deps.store.discardSandbox(sandboxId))
  try {
    const sandbox = await makeOnSomeNode(deps, { making, placed, undo }, signal)
    return { view: viewSandbox(deps, sandbox) }
  } catch (error) {
    const failed = { making, placed, undo, error }
    const instead = signal.aborted ? undefined : await abandon(deps, failed)
    if (instead !== undefined) return { instead }
    await giveUp(deps, failed)
    throw error
  }
}

/** The chosen node may have been closed since it was chosen: the transaction looks again. */
function insertPlaced(deps: MakeDeps, { record, createKey, place }: Making): Promise<SandboxRecord> {
  const operation = deps.operations.begin('create')
  return tryNodes(record.nodeId ?? '', {
    choose: (refused) => chooseWithout(deps, place, refused),
    attempt: async (nodeId) => {
      const placed = { ...record, nodeId, operation }
      const claim = claimOf(deps, nodeId, placed)
      await deps.store.insertSandbox(placed, { needsAdmission: true, claim, createKey })
      return placed
    },
  })
}

function chooseWithout(
  { placement }: MakeDeps,
  { excluded = new Set(), ...place }: PlaceRequest,
  refused: ReadonlySet<string>,
): string {
  return placement.choose({ ...place, excluded: new Set([...excluded, ...refused]) })
}

interface Attempts {
  readonly making: Making
  /** The record of the present try. */
  readonly placed: { now: SandboxRecord }
  readonly undo: UndoStack
}

function makeOnSomeNode(
  deps: MakeDeps,
  { making, placed, undo }: Attempts,
  signal: AbortSignal,
): Promise<SandboxRecord> {
  return tryNodes(placed.now.nodeId ?? '', {
    choose: (refused) => chooseWithout(deps, making.place, refused),
    attempt: async (nodeId, turn) => {
      signal.throwIfAborted()
      if (turn > 1)
        placed.now = (await placeAgain(deps, placed.now, nodeId)) ?? (await gone(deps, placed.now))
      const made = placed.now
      undo.push('sandbox on the node', () => forget(deps, made))
      return await makeOnNode(deps, { ...making, record: made }, signal)
    },
  })
}

/** Its record was removed with what else was on its node, or somebody has killed it. */
async function gone({ store }: MakeDeps, { sandboxId }: SandboxRecord): Promise<never> {
  if ((await store.findSandbox(sandboxId)) !== undefined) throw sandboxNotFound(sandboxId)
  const message = 'the node of the new sandbox was given up: try again later'
  throw new ServiceError('node_unavailable', message, { isOutcomeUnknown: true })
}

async function makeOnNode(
  deps: MakeDeps,
  { record, keyId, node }: Making,
  signal: AbortSignal,
): Promise<SandboxRecord> {
  const { sandboxId, teamId, templateId, lifecycle, isSecured, volumeMounts } = record
  const accessToken = isSecured ? deps.accessTokenOf(sandboxId) : ''
  await attachSandboxVolumes(deps, record)
  const { orchestrator, epoch } = nodeOf(deps, record)
  const created = await orchestrator.createSandbox(
    {
      ...{ sandboxId, teamId, epoch, templateId, lifecycle, accessToken },
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
  return sandbox?.state === 'running' ? sandbox : await gone(deps, record)
}

interface Failed extends Attempts {
  readonly error: unknown
}

/**
 * Returns what to make instead, if the node of the last try may have the sandbox and there is another node. Nobody has been
 * told of the abandoned one. It ends when its node can be reached: at once, or by the reconciler as one without a record.
 */
async function abandon(deps: MakeDeps, failed: Failed): Promise<Making | undefined> {
  const { making, placed, error } = failed
  const instead = isOutcomeUnknown(error) ? makeElsewhere(deps, making, placed.now) : undefined
  if (instead === undefined) return undefined
  const { sandboxId, nodeId } = placed.now
  try {
    // Its place in the quota and the key of the request are needed.
    await deps.store.discardSandbox(sandboxId)
  } catch {
    // The database is away, so nothing else can be made: what the node has done is what the client is told.
    return undefined
  }
  deps.log.warn(
    {
      ...{ event: 'sandbox.create.abandoned', sandboxID: sandboxId, nodeID: nodeId, err: error },
      insteadID: instead.record.sandboxId,
    },
    'a node did not say whether it has made a sandbox; making another one elsewhere',
  )
  void giveUp(deps, failed)
  return instead
}

/** Undefined when no other node can make it, or enough have been tried. */
function makeElsewhere(
  deps: MakeDeps,
  { place, ...making }: Making,
  { nodeId }: SandboxRecord,
): Making | undefined {
  const silent = new Set([...(place.excluded ?? []), nodeId ?? ''])
  if (silent.size >= triesMax) return undefined
  try {
    const next = { ...place, excluded: silent }
    const sandboxId = makeSandboxId(deps.randomBytes(idBytes))
    const record = { ...making.record, sandboxId, nodeId: deps.placement.choose(next) }
    return { ...making, record, place: next }
  } catch (error) {
    if (isServiceError(error, 'no_capacity')) return undefined
    throw error
  }
}

async function giveUp({ log }: MakeDeps, { making, undo, error }: Failed): Promise<void> {
  const { sandboxId } = making.record
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
