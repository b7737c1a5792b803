/**
 * Creates a container that runs envd, by a boot or from a checkpoint. A failure removes it, and retries until it is removed;
 * because the record is written first, the next start finds what a crash left.
 */

import type { EgressLists } from '@cay/core/egress/lists.ts'
import type { ProcessIdentity } from '@cay/kit/host/process-identity.ts'
import type { Container, Engine, Resources } from '../../ports/container.ts'
import { UnresponsiveGuestError } from '../../ports/guest.ts'
import type { ContainerRecord } from '../../ports/record.ts'
import type { GuestDefaults } from '../../ports/template.ts'
import type { ContainerVolumes } from '../../ports/volume.ts'
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
  /** The egress policy from the first moment on, for a container that has user processes in it. Absent: it has none. */
  readonly egress?: EgressLists
  /** Stored for a later boot. */
  readonly defaults?: GuestDefaults
  /** Nobody waits for this container, so it takes none of those that were created ahead. */
  readonly isBackground?: boolean
  /** One that was created for exactly this and that nobody else uses. */
  readonly created?: Container
  /** Absent: the runtime of new containers. */
  readonly engine?: Engine
  /** Absent: the container is booted. */
  readonly checkpoint?: string
  /** Ends it, and fails it. */
  readonly signal?: AbortSignal
  readonly volumes?: ContainerVolumes
  /** Who takes turns with others: a team, or a sandbox whose team is not known. Absent: the node itself. */
  readonly party?: string
}

/** Milliseconds until envd must respond: a restore takes 0.2 s and a boot 0.5 s, on a loaded machine many times that. */
const readyMsMax = 30_000
/**
 * The same for the first of two restores: a guest that never responded was seen once in several thousand restores, on a loaded
 * machine, and a checkpoint can be restored again.
 */
const firstReadyMsMax = 12_000

/** Resolves with a container in which envd responds and that no sandbox has used yet. */
export async function makeContainer(
  parts: MakeContainerContext,
  options: ContainerOptions,
): Promise<ContainerRecord> {
  if (options.checkpoint === undefined) return await tryContainer(parts, { ...options, readyMsMax })
  const { created: _, ...again } = options
  try {
    return await tryContainer(parts, { ...options, readyMsMax: firstReadyMsMax })
  } catch (error) {
    if (!(error instanceof UnresponsiveGuestError)) throw error
    const { templateId, buildId, checkpoint } = options
    parts.log.warn(
      {
        event: 'container.restore.retried',
        templateID: templateId,
        buildID: buildId,
        checkpoint,
        err: error,
      },
      'a restored guest did not respond; it is restored again',
    )
    return await tryContainer(parts, { ...again, readyMsMax })
  }
}

type Attempt = ContainerOptions & { readonly readyMsMax: number }

async function tryContainer(parts: MakeContainerContext, options: Attempt): Promise<ContainerRecord> {
  const { templateId, buildId, envdVersion, defaults } = options
  options.signal?.throwIfAborted()
  // Taken before its turn to start comes: what is created meanwhile needs no waiting then.
  const created = options.created ?? (await takeCreated(parts, options))
  const container = created ?? (await planContainer(parts, options))
  const origin = { templateId, buildId, envdVersion }
  const planned = { container, ...origin, ...(defaults === undefined ? {} : { defaults }) }
  try {
    return await parts.restores.run(
      options.party ?? '',
      () => start(parts, { ...options, isCreated: created !== undefined }, planned),
      options.signal,
    )
  } catch (error) {
    await removeContainer(parts, planned).catch((failure: unknown) =>
      parts.log.error(
        { event: 'undo.failed', containerID: container.id, err: failure },
        'failed to undo a step; retried',
      ),
    )
    throw error
  }
}

/** Undefined when none matches, and for a boot: only a checkpoint can be restored into a created container. */
async function takeCreated(
  parts: MakeContainerContext,
  options: ContainerOptions,
): Promise<Container | undefined> {
  if (options.checkpoint === undefined || options.isBackground === true) return undefined
  if (options.volumes !== undefined) return undefined
  return await parts.created.take(options)
}

async function planContainer(parts: MakeContainerContext, options: ContainerOptions): Promise<Container> {
  const { resources, volumes, engine = parts.engine } = options
  const preallocated = await parts.preallocatedSlots.take(resources.diskSizeMb)
  const rootfs = `${preallocated.directory}/rootfs.erofs`
  const known = {
    ...(engine === undefined ? {} : { engine }),
    ...(volumes === undefined ? {} : { volumes }),
  }
  return { ...preallocated, resources, rootfs, ...known }
}

async function start(
  parts: MakeContainerContext,
  options: Attempt & { readonly isCreated: boolean },
  planned: ContainerRecord,
): Promise<ContainerRecord> {
  const { container } = planned
  const { address } = container.slot
  if (!options.isCreated) await parts.disks.linkRootfs(options.rootfs, container)
  await parts.records.write(planned)
  if (options.egress !== undefined) await parts.packetRules.set(address, options.egress)
  const process = await begin(parts, container, options)
  await Promise.all([
    parts.daemon.waitReady(address, options.readyMsMax, options.signal),
    parts.runtime.shieldDaemon(container, process, options.egress !== undefined),
  ])
  const record = { ...planned, process }
  await parts.records.write(record)
  return record
}

/** A restore may take minutes: without its processes it fails. */
async function begin(
  parts: MakeContainerContext,
  container: Container,
  { checkpoint, signal }: Pick<ContainerOptions, 'checkpoint' | 'signal'>,
): Promise<ProcessIdentity> {
  const kill = () =>
    void parts.runtime
      .kill(container, undefined)
      .catch((error: unknown) =>
        parts.log.warn(
          { event: 'container.kill.failed', containerID: container.id, err: error },
          'failed to kill a container that is being started; it is removed next',
        ),
      )
  signal?.throwIfAborted()
  signal?.addEventListener('abort', kill, { once: true })
  try {
    if (checkpoint === undefined) return await parts.runtime.boot(container)
    return await parts.runtime.restore(container, checkpoint)
  } finally {
    signal?.removeEventListener('abort', kill)
  }
}
