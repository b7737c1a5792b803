/**
 * Makes a container that runs envd, by a boot or from a checkpoint, or leaves nothing: a failure removes it, again and
 * again when it must, and the record that is written first lets the next start find what a crash left.
 */

import type { EgressLists } from '@cay/core/egress/lists.ts'
import type { ProcessIdentity } from '@cay/kit/host/process-identity.ts'
import type { Container, Engine, Resources } from '../../ports/container.ts'
import type { ContainerRecord } from '../../ports/record.ts'
import type { GuestDefaults } from '../../ports/template.ts'
import type { ContainerParts } from './container-parts.ts'
import { type RemovalContext, removeContainer } from './remove-container.ts'

export type MakeContainerContext = RemovalContext &
  Pick<ContainerParts, 'created' | 'daemon' | 'engine' | 'preallocatedSlots' | 'restores'>

export interface ContainerOptions {
  readonly templateId: string
  readonly buildId: string
  readonly envdVersion: string
  readonly rootfs: string
  readonly resources: Resources
  /** Who may be reached, from the first moment on: for what has processes of users in it. Absent: nobody is in it. */
  readonly egress?: EgressLists
  /** Remembered for a boot that comes later. */
  readonly defaults?: GuestDefaults
  /** Nobody waits for it: what was created ahead is left to those who do. */
  readonly isBackground?: boolean
  /** Absent: what new containers run under. */
  readonly engine?: Engine
  /** Absent: boot. */
  readonly checkpoint?: string
}

/** Milliseconds for envd to answer: a restore takes 0.2 s, a boot 0.5 s; a machine under load many times that. */
const readyMsMax = 30_000

/** A container in which envd answers and nobody has been yet. */
export async function makeContainer(
  parts: MakeContainerContext,
  options: ContainerOptions,
): Promise<ContainerRecord> {
  const { templateId, buildId, envdVersion, defaults } = options
  // Before its turn to start comes: what is made meanwhile is not waited for then.
  const created = await takeCreated(parts, options)
  const container = created ?? (await planContainer(parts, options))
  const origin = { templateId, buildId, envdVersion }
  const planned = { container, ...origin, ...(defaults === undefined ? {} : { defaults }) }
  try {
    return await parts.restores.run(() =>
      start(parts, { ...options, isCreated: created !== undefined }, planned),
    )
  } catch (error) {
    await removeContainer(parts, planned).catch((failure: unknown) =>
      parts.log.error({ containerID: container.id, err: failure }, 'undo failed; it will be tried again'),
    )
    throw error
  }
}

/** Undefined where nothing suits, and for a boot: only a checkpoint is restored into what was created. */
async function takeCreated(
  parts: MakeContainerContext,
  options: ContainerOptions,
): Promise<Container | undefined> {
  if (options.checkpoint === undefined || options.isBackground === true) return undefined
  return await parts.created.take(options)
}

async function planContainer(parts: MakeContainerContext, options: ContainerOptions): Promise<Container> {
  const { resources, engine = parts.engine } = options
  const preallocated = await parts.preallocatedSlots.take(resources.diskSizeMb)
  const rootfs = `${preallocated.directory}/rootfs.erofs`
  return { ...preallocated, resources, rootfs, ...(engine === undefined ? {} : { engine }) }
}

async function start(
  parts: MakeContainerContext,
  options: ContainerOptions & { readonly isCreated: boolean },
  planned: ContainerRecord,
): Promise<ContainerRecord> {
  const { container } = planned
  const { address } = container.slot
  if (!options.isCreated) await parts.disks.linkRootfs(options.rootfs, container)
  await parts.records.write(planned)
  if (options.egress !== undefined) await parts.packetRules.set(address, options.egress)
  const process = await begin(parts, container, options.checkpoint)
  await Promise.all([
    parts.daemon.waitReady(address, readyMsMax),
    parts.runtime.shieldDaemon(container, process, options.egress !== undefined),
  ])
  const record = { ...planned, process }
  await parts.records.write(record)
  return record
}

async function begin(
  parts: MakeContainerContext,
  container: Container,
  checkpoint: string | undefined,
): Promise<ProcessIdentity> {
  if (checkpoint === undefined) return await parts.runtime.boot(container)
  return await parts.runtime.restore(container, checkpoint)
}
