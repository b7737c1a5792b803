/**
 * Makes a paused sandbox, whose snapshot is in the object store, one of this node. One that is here stays as it is, unless it
 * is a copy from before the sandbox ran elsewhere.
 */
import { ServiceError } from '@cay/core/errors.ts'
import { decideAdoption } from '@cay/core/sandbox/adoption.ts'
import { decideEpoch, staleEpoch } from '@cay/core/sandbox/epoch.ts'
import type { PausedSandbox } from '../../ports/record.ts'
import type { NodeContext } from '../node/node-context.ts'
import { dropCopy, type ReleaseContext } from '../sandbox/release-sandbox.ts'
import { acceptEpoch } from '../sandbox/run-command.ts'
import type { SandboxView } from '../sandbox/sandbox-registry.ts'

export type AdoptPausedContext = ReleaseContext & Pick<NodeContext, 'history' | 'snapshots'>

export interface PausedRecord {
  readonly sandboxId: string
  /** As the node that paused it stored it. */
  readonly record: string
  readonly epoch?: number
  /** A resume follows, so what the node lacks is fetched from now on. */
  readonly isResuming?: boolean
}

/** Throws `request_invalid` when the record is not one of that sandbox, `stale_epoch`, `disk_full`. */
export function adoptPaused(
  node: AdoptPausedContext,
  { sandboxId, record, epoch = 0, isResuming = false }: PausedRecord,
): Promise<SandboxView> {
  return node.queue.run(sandboxId, async () => {
    const known = node.registry.epochOf(sandboxId)
    if (decideEpoch(known, epoch) === 'stale') throw staleEpoch(sandboxId, known, epoch)
    const stored = parsePaused(record, sandboxId)
    // The records are written meanwhile.
    if (isResuming) void node.snapshots.fetchAhead(stored.snapshotId)
    if (isKept(node, stored)) {
      await acceptEpoch(node, { sandboxId, epoch })
      return node.registry.view(sandboxId) ?? adopt(node, stored, epoch)
    }
    await dropCopy(node, sandboxId)
    return await adopt(node, stored, epoch)
  })
}

/** The copy that is here, if there is one, stays. */
function isKept({ registry }: AdoptPausedContext, { claim, snapshotId }: PausedSandbox): boolean {
  const { sandboxId, epoch = 0 } = claim
  if (registry.view(sandboxId) === undefined) return false
  const here = registry.findPaused(sandboxId)
  const copy = {
    epoch: registry.epochOf(sandboxId),
    ...(here === undefined ? {} : { snapshotId: here.snapshotId }),
  }
  return decideAdoption(copy, { epoch, snapshotId }) === 'keep'
}

async function adopt(node: AdoptPausedContext, stored: PausedSandbox, epoch: number): Promise<SandboxView> {
  const { sandboxId, epoch: before = 0 } = stored.claim
  const raised = Math.max(before, epoch)
  const claim = raised === 0 ? stored.claim : { ...stored.claim, epoch: raised }
  const paused = { ...stored, claim, isStored: true } as const
  await node.history.adopt(sandboxId)
  await node.records.writePaused(paused)
  node.log.info(
    { event: 'sandbox.adopted', sandboxID: sandboxId, snapshotID: paused.snapshotId },
    'adopted a paused sandbox from the object store',
  )
  return node.registry.putPaused(paused)
}

function parsePaused(record: string, sandboxId: string): PausedSandbox {
  const parsed: unknown = parseJson(record)
  if (isPaused(parsed) && parsed.claim.sandboxId === sandboxId) return parsed
  throw new ServiceError('request_invalid', `the record is not one of the paused sandbox "${sandboxId}"`)
}

/** What a node wrote is whole, as control has kept it encrypted; this tells it from anything else. */
function isPaused(value: unknown): value is PausedSandbox {
  return (
    typeof value === 'object' &&
    value !== null &&
    'snapshotId' in value &&
    typeof value.snapshotId === 'string' &&
    'claim' in value &&
    typeof value.claim === 'object' &&
    value.claim !== null
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller says that it is no record.
    return undefined
  }
}
