/**
 * The first thing a starting node does: it takes over the sandboxes that went on without it, and removes what belongs to
 * none (containers of the pool, half made ones, ends that were not completed).
 */
import type { ProcessIdentity } from '@cay/kit/host/process-identity.ts'
import type { ContainerRecord, EndedSandbox } from '../ports.ts'
import type { Node } from './node.ts'
import { removeContainer } from './remove-container.ts'
import type { LiveRecord } from './sandbox-registry.ts'

export interface Found {
  readonly adopted: readonly LiveRecord[]
  /** Claimed, but dead. */
  readonly lost: readonly LiveRecord[]
  /** Nobody's. */
  readonly leftover: readonly ContainerRecord[]
}

/** Pure: what becomes of each record. */
export function sortRecords(
  records: readonly ContainerRecord[],
  ended: readonly EndedSandbox[],
  isAlive: (process: ProcessIdentity) => boolean,
): Found {
  const endedIds = new Set(ended.map((one) => one.claim.sandboxId))
  const claimed = records.filter(isClaimed).filter((record) => !endedIds.has(record.claim.sandboxId))
  const isLiving = (record: LiveRecord) => record.process !== undefined && isAlive(record.process)
  return {
    adopted: claimed.filter(isLiving),
    lost: claimed.filter((record) => !isLiving(record)),
    leftover: records.filter((record) => !claimed.some((one) => one === record)),
  }
}

export async function adoptContainers(
  node: Node,
  found: Found,
  ended: readonly EndedSandbox[],
): Promise<void> {
  for (const record of found.adopted) {
    // It may have been frozen; who is not used will be frozen again.
    await node.cgroups.thaw(record.container.id)
    node.registry.put(record)
  }
  for (const one of ended) node.registry.end(one)
  for (const record of found.lost) {
    const { claim, templateId, buildId } = record
    const end: EndedSandbox = {
      claim,
      templateId,
      buildId,
      resources: record.container.resources,
      reason: 'lost',
      endedAtMs: node.clock.nowMs(),
    }
    await node.records.writeEnded(end)
    node.registry.end(end)
  }
  for (const record of [...found.lost, ...found.leftover]) {
    // A removal that fails is tried again while the node runs; it must not keep the node from running.
    await removeContainer(node, record).catch((error: unknown) =>
      node.log.warn(
        { containerID: record.container.id, err: error },
        'a leftover container could not be removed yet',
      ),
    )
  }
  const counts = { adopted: found.adopted.length, lost: found.lost.length, removed: found.leftover.length }
  node.log.info(counts, 'took over what was here')
}

function isClaimed(record: ContainerRecord): record is LiveRecord {
  return record.claim !== undefined
}
