/**
 * Makes a container that runs envd, by a boot or from a checkpoint, or leaves nothing: each part is undone when a later
 * one fails, and the record that is written first lets the next start find what a crash left.
 */
import { UndoStack } from '@cay/kit/flow/undo-stack.ts'
import type { ProcessIdentity } from '@cay/kit/host/process-identity.ts'
import type { Container, ContainerRecord, Resources } from '../ports.ts'
import type { ContainerParts } from './container-parts.ts'

export interface ContainerOrder {
  readonly templateId: string
  readonly buildId: string
  readonly rootfs: string
  readonly resources: Resources
  /** Absent: boot. */
  readonly checkpoint?: string
}

/** Milliseconds for envd to answer: a restore takes 0.2 s, a boot 0.5 s; a machine under load many times that. */
const readyMsMax = 30_000

/** A container in which envd answers and nobody has been yet. */
export async function makeContainer(parts: ContainerParts, order: ContainerOrder): Promise<ContainerRecord> {
  return await parts.restores.run(async () => {
    const undo = new UndoStack()
    try {
      const container = await acquire(parts, order, undo)
      const process = await begin(parts, container, order.checkpoint)
      await Promise.all([
        parts.daemon.waitReady(container.slot.address, readyMsMax),
        parts.runtime.shieldDaemon(container, process),
      ])
      const record = { container, templateId: order.templateId, buildId: order.buildId, process }
      await parts.records.write(record)
      undo.commit()
      return record
    } catch (error) {
      for (const failure of await undo.unwind())
        parts.log.error({ step: failure.name, err: failure.error }, 'undo failed')
      throw error
    }
  })
}

async function acquire(parts: ContainerParts, order: ContainerOrder, undo: UndoStack): Promise<Container> {
  const id = containerId(parts)
  const slot = await parts.slots.acquire()
  undo.push('slot', () => parts.slots.release(slot))
  const { rootfs, resources } = order
  const container: Container = {
    id,
    directory: `${parts.containersDirectory}/${id}`,
    slot,
    resources,
    rootfs,
  }
  undo.push('directory', () => parts.records.remove(id))
  await parts.records.open(container)
  await parts.records.write({ container, templateId: order.templateId, buildId: order.buildId })
  undo.push('disk', () => parts.disks.detach(container))
  await parts.disks.attach(container)
  undo.push('cgroup', () => parts.cgroups.remove(id))
  undo.push('processes', () => parts.runtime.kill(container, undefined))
  return container
}

async function begin(
  parts: ContainerParts,
  container: Container,
  checkpoint: string | undefined,
): Promise<ProcessIdentity> {
  if (checkpoint === undefined) return await parts.runtime.boot(container)
  return await parts.runtime.restore(container, checkpoint)
}

function containerId(parts: ContainerParts): string {
  return `c${parts.host.randomHex(10)}`
}
