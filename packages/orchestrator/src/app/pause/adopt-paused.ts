/** Makes a paused sandbox, whose snapshot is in the object store, one of this node. One that is here stays as it is. */
import { ServiceError } from '@cay/core/errors.ts'
import type { PausedSandbox } from '../../ports/record.ts'
import type { NodeContext } from '../node/node-context.ts'
import type { SandboxView } from '../sandbox/sandbox-registry.ts'

export type AdoptPausedContext = Pick<NodeContext, 'log' | 'queue' | 'records' | 'registry'>

export interface PausedRecord {
  readonly sandboxId: string
  /** As the node that paused it stored it. */
  readonly record: string
}

/** Throws `request_invalid` when the record is not one of that sandbox, `disk_full`. */
export function adoptPaused(
  node: AdoptPausedContext,
  { sandboxId, record }: PausedRecord,
): Promise<SandboxView> {
  return node.queue.run(sandboxId, async () => {
    const known = node.registry.view(sandboxId)
    if (known !== undefined) return known
    const paused = { ...parsePaused(record, sandboxId), isStored: true } as const
    await node.records.writePaused(paused)
    node.log.info(
      { event: 'sandbox.adopted', sandboxID: sandboxId, snapshotID: paused.snapshotId },
      'adopted a paused sandbox from the object store',
    )
    return node.registry.putPaused(paused)
  })
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
