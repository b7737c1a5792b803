/**
 * Writes a living sandbox's memory and files into a snapshot in the making. Connections between it and the node are cut
 * before, because the runtime does not save them (docs/decisions/0005). The sandbox goes on, whatever comes of it. Throws
 * `disk_full`, or `conflict` when the runtime refuses again and again.
 */
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import { retry } from '@cay/kit/flow/retry.ts'
import type { NodeContext } from '../node/node-context.ts'
import type { LiveRecord } from '../sandbox/sandbox-registry.ts'

export type SaveMemoryContext = Pick<
  NodeContext,
  'clock' | 'connections' | 'egressClient' | 'log' | 'runtime'
>

/** A connection that is being opened at the wrong moment makes the runtime refuse: it is asked for three seconds and more. */
const saveAttempts = 12
const saveDelayMs = 50
const saveDelayMsMax = 500

/** Milliseconds for which the egress gateway refuses what the sandbox opens; a gigabyte is written in three seconds. */
const refuseMs = 10_000

/** `begin` makes an empty directory for the runtime's files; it is called again for each attempt. */
export async function saveMemory(
  node: SaveMemoryContext,
  record: LiveRecord,
  begin: () => Promise<string>,
): Promise<void> {
  const { sandboxId } = record.claim
  try {
    await retry(() => saveOnce(node, record, begin), {
      attempts: saveAttempts,
      delayMs: (attempt) => Math.min(attempt * saveDelayMs, saveDelayMsMax),
      isRetryable: (error) => !isServiceError(error) && isAlive(node, record),
    })
  } catch (cause) {
    if (isServiceError(cause)) throw cause
    node.log.warn({ sandboxID: sandboxId, err: cause }, 'a sandbox could not be saved')
    throw new ServiceError('conflict', `sandbox "${sandboxId}" could not be saved now; it goes on`, { cause })
  }
}

function isAlive(node: SaveMemoryContext, { process }: LiveRecord): boolean {
  return process !== undefined && node.runtime.isAlive(process)
}

async function saveOnce(
  node: SaveMemoryContext,
  { container, claim }: LiveRecord,
  begin: () => Promise<string>,
): Promise<void> {
  // Neither waits for the other, and an egress gateway that is away rejects nothing.
  const reset = node.egressClient
    .resetConnections(claim.sandboxId, refuseMs)
    .catch((error: unknown) =>
      node.log.warn(
        { sandboxID: claim.sandboxId, err: error },
        'the egress gateway was not there to cut connections',
      ),
    )
  const [directory] = await Promise.all([begin(), reset])
  await node.connections.reset(container.slot.address)
  await node.runtime.checkpoint(container, directory)
}

/** What a snapshot of a living sandbox says of it. */
export function snapshotFacts(node: SaveMemoryContext, record: LiveRecord, snapshotId: string) {
  const { claim, templateId, buildId, envdVersion, container, controlToken, defaults } = record
  const { sandboxId, envVars } = claim
  const { resources, engine } = container
  const createdAtMs = node.clock.nowMs()
  const told = { snapshotId, sandboxId, templateId, buildId, envdVersion, resources, envVars, controlToken }
  const known = {
    ...(engine === undefined ? {} : { engine }),
    ...(defaults === undefined ? {} : { defaults }),
  }
  return { ...told, createdAtMs, ...known }
}
