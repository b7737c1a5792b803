/** Creates a container that waits for a checkpoint to be restored into it. */
import type { Engine, Resources } from '../../ports/container.ts'
import type { ContainerRecord } from '../../ports/record.ts'
import type { MachineParts } from './machine-parts.ts'
import { type RemovalContext, removeContainer } from './remove-container.ts'

export type CreateContainerContext = RemovalContext &
  Pick<MachineParts, 'disks' | 'engine' | 'preallocatedSlots' | 'runtime'>

/** What a created container is bound to. */
export interface CreatedFor {
  readonly templateId: string
  readonly buildId: string
  readonly envdVersion: string
  readonly rootfs: string
  readonly resources: Resources
  /** Absent: the runtime of new containers. */
  readonly engine?: Engine
}

/** It has a record from the start, so the next start of the node finds and removes what a crash left. A failure leaves nothing. */
export async function createContainer(
  parts: CreateContainerContext,
  spec: CreatedFor,
): Promise<ContainerRecord> {
  const { templateId, buildId, envdVersion, resources, engine = parts.engine } = spec
  const preallocated = await parts.preallocatedSlots.take(resources.diskSizeMb)
  const rootfs = `${preallocated.directory}/rootfs.erofs`
  const container = { ...preallocated, resources, rootfs, ...(engine === undefined ? {} : { engine }) }
  const planned = { container, templateId, buildId, envdVersion }
  try {
    await parts.disks.linkRootfs(spec.rootfs, container)
    await parts.records.write(planned)
    const record = { ...planned, process: await parts.runtime.create(container) }
    await parts.records.write(record)
    return record
  } catch (error) {
    await removeCreated(parts, planned)
    throw error
  }
}

/** For one that nothing was restored into. Never rejects: a removal that fails is retried. */
export async function removeCreated(parts: RemovalContext, record: ContainerRecord): Promise<void> {
  await removeContainer(parts, record).catch((error: unknown) =>
    parts.log.error(
      { event: 'container.remove.failed', containerID: record.container.id, err: error },
      'failed to remove a created container; the removal is retried',
    ),
  )
}

/** Specs that the same created container serves have equal keys: a snapshot names its root file system differently. */
export async function keyOfCreated(
  parts: Pick<MachineParts, 'disks' | 'engine'>,
  { rootfs, resources, engine = parts.engine }: Pick<CreatedFor, 'engine' | 'resources' | 'rootfs'>,
): Promise<string> {
  const file = await parts.disks.identifyRootfs(rootfs)
  const { cpuCount, memoryMb, diskSizeMb } = resources
  return JSON.stringify([file, cpuCount, memoryMb, diskSizeMb, engine?.sha256, engine?.flags])
}
