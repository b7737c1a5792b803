/**
 * Creates a container for the pool. It has already handled what its first caller will ask: the identity and a command. A
 * restored container pays for every page of its daemon that is touched for the first time, which is half of the time of a
 * create from the pool. Until a sandbox claims it, its identity is a placeholder.
 */
import type { ContainerRecord } from '../../ports/record.ts'
import type { TemplateBuild } from '../../ports/template.ts'
import type { ContainerParts } from '../container/container-parts.ts'
import { makeContainer } from '../container/make-container.ts'
import { removeContainer } from '../container/remove-container.ts'

const controlTokenBytes = 32

/**
 * The record has the control token of its envd, which nobody needs after a restart of the node. With `volumeCheckpoint` it is
 * a container with the directory of volumes, in which there is none yet.
 */
export async function makePooled(
  parts: ContainerParts,
  build: TemplateBuild,
  volumeCheckpoint?: string,
): Promise<ContainerRecord> {
  const options =
    volumeCheckpoint === undefined ? build : { ...build, checkpoint: volumeCheckpoint, volumes: [] }
  const record = await makeContainer(parts, { ...options, isBackground: true })
  const { container } = record
  const { address } = container.slot
  try {
    // A user's build keeps the control token of its checkpoint: its envd already has an identity, with a later timestamp. The
    // checkpoint for volumes is one of a container that was only booted.
    const saved = volumeCheckpoint === undefined ? build.made?.controlToken : undefined
    const identity = {
      ...nobody,
      templateId: build.templateId,
      controlToken: saved ?? parts.host.randomHex(controlTokenBytes),
      resources: container.resources,
    }
    const controlToken = await parts.daemon.init(address, identity, saved)
    await warmUp(parts, record)
    return { ...record, controlToken }
  } catch (error) {
    await removeContainer(parts, record).catch((failure: unknown) =>
      parts.log.error(
        { event: 'undo.failed', containerID: container.id, err: failure },
        'failed to undo a step; retried',
      ),
    )
    throw error
  }
}

/** The timestamp 0 lets any later identity win, even when the clock was set back. */
const nobody = { sandboxId: 'nobody', hostname: 'sandbox', envVars: {}, timestampMs: 0 }

/** An image without a shell cannot be warmed up. */
async function warmUp({ daemon, log }: ContainerParts, { container }: ContainerRecord): Promise<void> {
  await daemon
    .warmUp(container.slot.address)
    .catch((error: unknown) =>
      log.debug(
        { event: 'pool.warm_up.failed', containerID: container.id, err: error },
        'failed to run the warm-up command in a pooled container',
      ),
    )
}
