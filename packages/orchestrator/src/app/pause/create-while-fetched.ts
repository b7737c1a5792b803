/**
 * Creates the container of a paused sandbox while its snapshot is still fetched from the object store: that takes a third of a restore,
 * and needs the root file system and the runtime only, which a node mostly has.
 */
import type { Container } from '../../ports/container.ts'
import type { ContainerRecord, PausedSandbox } from '../../ports/record.ts'
import type { ContainerVolumes } from '../../ports/volume.ts'
import {
  type CreateContainerContext,
  type CreatedFor,
  createContainer,
  keyOfCreated,
} from '../container/create-container.ts'
import type { NodeContext } from '../node/node-context.ts'
import { discardContainer } from './evict-frozen-copies.ts'

export type CreateAheadContext = CreateContainerContext & Pick<NodeContext, 'created' | 'snapshots'>

export interface CreatedAhead {
  /** The container, when it is right for what the snapshot turned out to be. Call it once, or `discard`. */
  take(needed: CreatedFor & { readonly volumes?: ContainerVolumes }): Promise<Container | undefined>
  /** Never rejects. Resolves when its processes are gone. */
  discard(): Promise<void>
}

/** Creates nothing where nothing has to be fetched. */
export function createWhileFetched(node: CreateAheadContext, paused: PausedSandbox): CreatedAhead {
  const creating = create(node, paused).catch((error: unknown) => {
    node.log.warn(
      { event: 'container.create_ahead.failed', sandboxID: paused.claim.sandboxId, err: error },
      'failed to create a container while its snapshot is fetched',
    )
    return undefined
  })
  const discard = async () => {
    const record = await creating
    if (record !== undefined) await discardContainer(node, record)
  }
  return {
    discard,
    async take(needed) {
      const record = await creating
      if (record === undefined) return undefined
      const { container } = record
      if (needed.volumes === undefined && (await isSame(node, container, needed))) return container
      await discard()
      return undefined
    },
  }
}

async function create(
  node: CreateAheadContext,
  { snapshotId, templateId, buildId, envdVersion, resources, engine, claim }: PausedSandbox,
): Promise<ContainerRecord | undefined> {
  // A container with volumes is begun with their directory.
  const isFit = engine !== undefined && isInstalled(node, engine) && (claim.volumeMounts ?? []).length === 0
  const rootfs = await node.snapshots.fetchAhead(snapshotId)
  if (!isFit || rootfs === undefined) return undefined
  const spec = { templateId, buildId, envdVersion, rootfs, resources }
  return (await node.created.has(spec)) ? undefined : await createContainer(node, spec)
}

/** False also when a root file system is gone: the restore that follows tells. */
async function isSame(node: CreateAheadContext, one: Container, other: CreatedFor): Promise<boolean> {
  try {
    return (await keyOfCreated(node, one)) === (await keyOfCreated(node, other))
  } catch {
    return false
  }
}

/** A snapshot may need a runtime that is still fetched. */
function isInstalled({ engine: own }: CreateAheadContext, engine: CreatedFor['engine']): boolean {
  return own?.sha256 === engine?.sha256 && String(own?.flags) === String(engine?.flags)
}
