/**
 * Checkpoints a running sandbox into a snapshot. Connections between the sandbox and the node are reset before, because the
 * runtime does not save them (docs/decisions/0005). The sandbox keeps running, also after a failure. Throws `disk_full`,
 * `conflict` when the runtime fails repeatedly, or `sandbox_not_found` when the sandbox has died meanwhile.
 */
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import { retry } from '@cay/kit/flow/retry.ts'
import type { NodeContext } from '../node/node-context.ts'
import type { LiveRecord } from '../sandbox/sandbox-registry.ts'

export type SaveMemoryContext = Pick<
  NodeContext,
  'clock' | 'connections' | 'egressClient' | 'log' | 'runtime'
>

/** A connection that is opened at the wrong moment makes the checkpoint fail, so it is retried for over three seconds. */
const saveAttempts = 12
const saveDelayMs = 50
const saveDelayMsMax = 500

/** Milliseconds for which the egress gateway refuses new connections of the sandbox; writing a gigabyte takes three seconds. */
const refuseMs = 10_000

/** `begin` creates an empty directory for the runtime's files. It is called for each attempt. */
export async function saveMemory(
  node: SaveMemoryContext,
  record: LiveRecord,
  begin: () => Promise<string>,
  signal?: AbortSignal,
): Promise<void> {
  const { sandboxId } = record.claim
  try {
    await retry(() => saveOnce(node, record, begin), {
      attempts: saveAttempts,
      delayMs: (attempt) => Math.min(attempt * saveDelayMs, saveDelayMsMax),
      isRetryable: (error) => !isServiceError(error) && isAlive(node, record),
      ...(signal === undefined ? {} : { signal }),
    })
  } catch (cause) {
    if (isServiceError(cause)) throw cause
    if (!isAlive(node, record)) throw endedMeanwhile(sandboxId, cause)
    node.log.warn(
      { event: 'sandbox.pause.failed', sandboxID: sandboxId, err: cause },
      'failed to save the memory of a sandbox; it keeps running',
    )
    throw new ServiceError(
      'conflict',
      `sandbox "${sandboxId}" could not be checkpointed; it keeps running, so retry`,
      { cause },
    )
  }
}

export function isAlive({ runtime }: Pick<NodeContext, 'runtime'>, { process }: LiveRecord): boolean {
  return process !== undefined && runtime.isAlive(process)
}

/** Its processes died during the capture; the node records its end next. */
export function endedMeanwhile(sandboxId: string, cause: unknown): ServiceError {
  return new ServiceError('sandbox_not_found', `sandbox "${sandboxId}" has ended`, { cause })
}

async function saveOnce(
  node: SaveMemoryContext,
  { container, claim }: LiveRecord,
  begin: () => Promise<string>,
): Promise<void> {
  // Neither waits for the other, and a gateway that is down has no connections.
  const reset = node.egressClient
    .resetConnections(claim.sandboxId, refuseMs)
    .catch((error: unknown) =>
      node.log.warn(
        { event: 'egress.reset.failed', sandboxID: claim.sandboxId, err: error },
        'failed to reset connections: the egress gateway is unavailable',
      ),
    )
  const [directory] = await Promise.all([begin(), reset])
  await node.connections.reset(container.slot.address)
  await node.runtime.checkpoint(container, directory)
}

/** The facts about a running sandbox that its snapshot records. */
export function snapshotFacts(node: SaveMemoryContext, record: LiveRecord, snapshotId: string) {
  const { claim, templateId, buildId, envdVersion, container, controlToken, defaults } = record
  const { sandboxId, envVars } = claim
  const { resources, engine, volumes } = container
  const createdAtMs = node.clock.nowMs()
  const told = { snapshotId, sandboxId, templateId, buildId, envdVersion, resources, envVars, controlToken }
  const known = {
    ...(engine === undefined ? {} : { engine }),
    ...(defaults === undefined ? {} : { defaults }),
    ...(volumes === undefined ? {} : { volumeCount: volumes.length }),
  }
  return { ...told, createdAtMs, ...known }
}
