/**
 * Makes a container that runs envd, by a boot or from a checkpoint, or leaves nothing: a failure removes it, again and
 * again when it must, and the record that is written first lets the next start find what a crash left.
 */

import type { EgressLists } from '@cay/core/egress/lists.ts'
import type { ProcessIdentity } from '@cay/kit/host/process-identity.ts'
import type { Container, Engine, Resources } from '../ports/container.ts'
import type { ContainerRecord } from '../ports/record.ts'
import type { GuestDefaults } from '../ports/template.ts'
import type { ContainerParts } from './container-parts.ts'
import { removeContainer } from './remove-container.ts'

export interface ContainerOrder {
  readonly templateId: string
  readonly buildId: string
  readonly envdVersion: string
  readonly rootfs: string
  readonly resources: Resources
  /** Who may be reached, from the first moment on: for what has processes of users in it. Absent: nobody is in it. */
  readonly egress?: EgressLists
  /** Remembered for a boot that comes later. */
  readonly defaults?: GuestDefaults
  /** Absent: what new containers run under. */
  readonly engine?: Engine
  /** Absent: boot. */
  readonly checkpoint?: string
}

/** Milliseconds for envd to answer: a restore takes 0.2 s, a boot 0.5 s; a machine under load many times that. */
const readyMsMax = 30_000

/** A container in which envd answers and nobody has been yet. */
export async function makeContainer(parts: ContainerParts, order: ContainerOrder): Promise<ContainerRecord> {
  const { templateId, buildId, envdVersion, resources, defaults } = order
  // Before its turn to start comes: what is made meanwhile is not waited for then.
  const berth = await parts.berths.take(resources.diskSizeMb)
  const rootfs = `${berth.directory}/rootfs.erofs`
  const engine = order.engine ?? parts.engine
  const container = { ...berth, resources, rootfs, ...(engine === undefined ? {} : { engine }) }
  const origin = { templateId, buildId, envdVersion }
  const planned = { container, ...origin, ...(defaults === undefined ? {} : { defaults }) }
  try {
    return await parts.restores.run(() => start(parts, order, planned))
  } catch (error) {
    await removeContainer(parts, planned).catch((failure: unknown) =>
      parts.log.error({ containerID: berth.id, err: failure }, 'undo failed; it will be tried again'),
    )
    throw error
  }
}

async function start(
  parts: ContainerParts,
  order: ContainerOrder,
  planned: ContainerRecord,
): Promise<ContainerRecord> {
  const { container } = planned
  const { address } = container.slot
  await parts.disks.lendRootfs(order.rootfs, container)
  await parts.records.write(planned)
  if (order.egress !== undefined) await parts.packetRules.set(address, order.egress)
  const process = await begin(parts, container, order.checkpoint)
  await Promise.all([
    parts.daemon.waitReady(address, readyMsMax),
    parts.runtime.shieldDaemon(container, process, order.egress !== undefined),
  ])
  const record = { ...planned, process }
  await parts.records.write(record)
  return record
}

async function begin(
  parts: ContainerParts,
  container: Container,
  checkpoint: string | undefined,
): Promise<ProcessIdentity> {
  if (checkpoint === undefined) return await parts.runtime.boot(container)
  return await parts.runtime.restore(container, checkpoint)
}
