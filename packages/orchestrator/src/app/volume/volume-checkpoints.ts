/**
 * The second checkpoint of a build: one of a container that has the directory of volumes, or one for the runtime and the processor
 * of this node where that of the build is for others. It is made in the background when a sandbox needs it first, which is booted
 * meanwhile, and made again on every node.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@cay/kit/log.ts'
import type { TemplateBuild } from '../../ports/template.ts'
import type { CheckpointPurpose, VolumeCheckpointStore } from '../../ports/volume-checkpoints.ts'

const busyPollMs = 25
const busyMsMax = 5_000

export interface VolumeCheckpointParts {
  readonly purpose: CheckpointPurpose
  readonly store: VolumeCheckpointStore
  /** Makes the checkpoint of a build in an existing, empty directory. */
  readonly make: (build: TemplateBuild, directory: string) => Promise<void>
  /** A create is in progress. */
  readonly isBusy: () => boolean
  readonly log: Logger
}

export class VolumeCheckpoints {
  readonly #parts: VolumeCheckpointParts
  /** Builds whose checkpoint failed or cannot be restored: they are booted as long as the process runs. */
  readonly #given = new Set<string>()
  readonly #making = new Map<string, Promise<void>>()
  #isClosed = false

  constructor(parts: VolumeCheckpointParts) {
    this.#parts = parts
  }

  /** Undefined: there is none, and the container has to be booted. */
  async find(build: TemplateBuild): Promise<string | undefined> {
    return await this.#parts.store.find(build)
  }

  /** Makes the checkpoint in the background, unless there is one or an attempt has failed. */
  makeSoon(build: TemplateBuild): void {
    const { buildId } = build
    if (this.#isClosed || this.#given.has(buildId) || this.#making.has(buildId)) return
    this.#making.set(
      buildId,
      this.#make(build)
        .catch((error: unknown) => this.#giveUp(build, error))
        .finally(() => this.#making.delete(buildId)),
    )
  }

  /** For a checkpoint that could not be restored. */
  async discard(build: TemplateBuild, error: unknown): Promise<void> {
    this.#giveUp(build, error)
    await this.#parts.store.remove(build)
  }

  /** Removes the checkpoints of all other builds. */
  async keepOnly(builds: readonly TemplateBuild[]): Promise<void> {
    await this.#parts.store.keepOnly(builds)
  }

  /** Resolves when nothing is made any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#making.values())
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.settled()
  }

  async #make(build: TemplateBuild): Promise<void> {
    const { store, make, log, purpose } = this.#parts
    await this.#untilIdle()
    if (this.#isClosed || (await store.find(build)) !== undefined) return
    await store.put(build, (directory) => make(build, directory))
    const ids = { templateID: build.templateId, buildID: build.buildId }
    if (purpose === 'volumes')
      log.info(
        { event: 'volume.checkpoint.made', ...ids },
        'made the checkpoint of a template for sandboxes with volumes',
      )
    else
      log.info(
        { event: 'template.checkpoint.made', ...ids },
        'made a checkpoint of a template for this node, which cannot restore the one that came with it',
      )
  }

  /** There may always be a create in progress, so the wait is bounded. */
  async #untilIdle(): Promise<void> {
    const deadlineMs = performance.now() + busyMsMax
    while (!this.#isClosed && this.#parts.isBusy() && performance.now() < deadlineMs) await sleep(busyPollMs)
  }

  #giveUp({ templateId, buildId }: TemplateBuild, error: unknown): void {
    this.#given.add(buildId)
    const { log, purpose } = this.#parts
    const facts = { templateID: templateId, buildID: buildId, err: error }
    if (purpose === 'volumes')
      log.warn(
        { event: 'volume.checkpoint.failed', ...facts },
        'sandboxes with volumes are booted: their checkpoint cannot be made or restored',
      )
    else
      log.warn(
        { event: 'template.checkpoint.failed', ...facts },
        'sandboxes of a template are booted: its checkpoint for this node cannot be made or restored',
      )
  }
}
