/** Boots a root file system, warms it up, checkpoints it, and verifies that the checkpoint can be restored. */
import { mkdir, rm } from 'node:fs/promises'
import { envdVersion } from '@cay/contract/names.ts'
import { retry } from '@cay/kit/flow/retry.ts'
import type { Container } from '../../ports/container.ts'
import type { ContainerRecord } from '../../ports/record.ts'
import type { RecipeStart, TemplateBuild } from '../../ports/template.ts'
import type { ContainerVolumes } from '../../ports/volume.ts'
import type { ContainerParts } from './container-parts.ts'
import { makeContainer } from './make-container.ts'
import { removeContainer } from './remove-container.ts'
import { type ClosableGuest, checkAlive, warmUp } from './warm-up.ts'

export interface CheckpointInput {
  readonly build: Pick<TemplateBuild, 'templateId' | 'buildId' | 'resources' | 'rootfs' | 'checkpoint'>
  /** The user who runs the commands of the warm-up. */
  readonly user: string
  /** What is started before the checkpoint. */
  readonly start: RecipeStart | undefined
  /** Empty: with the directory of volumes, and nothing in it. Absent: without. */
  readonly volumes?: ContainerVolumes
  readonly progress: (text: string) => void
}

/** Bounds of the wait until the start command is ready. */
const readyAttempts = 300
const readyDelayMs = 1000

export interface CheckpointGuest extends ClosableGuest {
  /** Starts a command of a login shell, which keeps running when the connection is closed. */
  launch(user: string, command: string): Promise<void>
}

export interface CheckpointParts extends ContainerParts {
  openGuest(address: string): CheckpointGuest
}

/** The sandbox's end of a reset connection is closed a moment later; a checkpoint before that fails. */
const saveAttempts = 10
const saveDelayMs = 100

export async function makeCheckpoint(parts: CheckpointParts, input: CheckpointInput): Promise<void> {
  const { templateId, buildId, rootfs, resources, checkpoint } = input.build
  const { volumes } = input
  const facts = { templateId, buildId, envdVersion, rootfs, resources }
  const options = { ...facts, ...(volumes === undefined ? {} : { volumes }) }
  input.progress('booting it once')
  await withContainer(parts, options, async ({ container }) => {
    input.progress('warming it up')
    await withGuest(parts, container, async (guest) => {
      await warmUp(guest, input.user)
      if (input.start !== undefined) await begin(guest, input.start)
      await parts.daemon.trimMemory(container.slot.address)
    })
    input.progress('writing the checkpoint')
    await save(parts, container, checkpoint)
  })
  input.progress('restoring the checkpoint once')
  await withContainer(parts, { ...options, checkpoint }, ({ container }) =>
    withGuest(parts, container, (guest) => checkAlive(guest, input.user)),
  )
}

async function begin(guest: CheckpointGuest, { user, command, ready }: RecipeStart): Promise<void> {
  await guest.launch(user, command)
  const ask = async () => {
    const { exitCode, stderr } = await guest.runCommand(user, ready)
    if (exitCode !== 0) throw new Error(`"${command}" is not ready: ${stderr.trim() || `exit ${exitCode}`}`)
  }
  await retry(ask, { attempts: readyAttempts, delayMs: () => readyDelayMs })
}

async function save(parts: CheckpointParts, container: Container, directory: string): Promise<void> {
  await retry(
    async () => {
      await rm(directory, { recursive: true, force: true })
      await mkdir(directory, { recursive: true })
      await parts.runtime.checkpoint(container, directory)
    },
    { attempts: saveAttempts, delayMs: () => saveDelayMs },
  )
}

async function withContainer(
  parts: CheckpointParts,
  options: Parameters<typeof makeContainer>[1],
  task: (record: ContainerRecord) => Promise<void>,
): Promise<void> {
  const record = await makeContainer(parts, options)
  try {
    await task(record)
  } finally {
    // It is removed with the staging directory later, so the checkpoint is not discarded for this.
    await removeContainer(parts, record).catch((error: unknown) =>
      parts.log.warn(
        { event: 'container.remove.deferred', err: error },
        'failed to remove a container of the build at once; retried',
      ),
    )
  }
}

async function withGuest(
  parts: CheckpointParts,
  container: Container,
  task: (guest: CheckpointGuest) => Promise<void>,
): Promise<void> {
  const guest = parts.openGuest(container.slot.address)
  try {
    await task(guest)
  } finally {
    guest.close()
  }
}
