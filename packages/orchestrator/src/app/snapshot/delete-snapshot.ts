/** Removes a caller's snapshot. No error when there is none. Sandboxes created from it keep running. */
import { ServiceError } from '@cay/core/errors.ts'
import type { NodeContext } from '../node/node-context.ts'

export async function deleteSnapshot(
  node: Pick<NodeContext, 'registry' | 'snapshots'>,
  snapshotId: string,
): Promise<void> {
  if (node.registry.pausedSandboxes().some((one) => one.snapshotId === snapshotId))
    throw new ServiceError('conflict', `snapshot "${snapshotId}" is in use by a paused sandbox`)
  await node.snapshots.remove(snapshotId)
}
