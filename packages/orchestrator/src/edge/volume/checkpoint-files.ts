/** The second checkpoints of builds, a directory each. A checkpoint exists when its directory does. */
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { ignoreMissing } from '@cay/kit/host/errno.ts'
import { syncDirectory } from '@cay/kit/host/write-atomic.ts'
import type { NodeTraits, TemplateBuild } from '../../ports/template.ts'
import type { CheckpointPurpose, VolumeCheckpointStore } from '../../ports/volume-checkpoints.ts'
import { syncFile } from '../template/publish-build.ts'
import { volumeCheckpointName } from './checkpoint-name.ts'

const draftPrefix = '.building-'

export class CheckpointFiles implements VolumeCheckpointStore {
  readonly #directory: string
  readonly #traits: NodeTraits
  readonly #purpose: CheckpointPurpose

  /** `traits`: what a checkpoint of this node is bound to. */
  constructor(directory: string, traits: NodeTraits, purpose: CheckpointPurpose) {
    this.#directory = directory
    this.#traits = traits
    this.#purpose = purpose
  }

  async find(build: TemplateBuild): Promise<string | undefined> {
    const path = this.#pathOf(build)
    return (await stat(path).catch(ignoreMissing)) === undefined ? undefined : path
  }

  async put(build: TemplateBuild, make: (directory: string) => Promise<void>): Promise<void> {
    const draft = `${this.#directory}/${draftPrefix}${build.buildId}`
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { recursive: true, mode: 0o700 })
    try {
      await make(draft)
      for (const name of await readdir(draft)) await syncFile(`${draft}/${name}`)
      await rename(draft, this.#pathOf(build))
      await syncDirectory(this.#directory)
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
  }

  async remove(build: TemplateBuild): Promise<void> {
    await rm(this.#pathOf(build), { recursive: true, force: true })
  }

  async keepOnly(builds: readonly TemplateBuild[]): Promise<void> {
    const wanted = new Set(builds.flatMap((build) => [this.#nameOf(build), `${draftPrefix}${build.buildId}`]))
    for (const name of (await readdir(this.#directory).catch(ignoreMissing)) ?? [])
      if (!wanted.has(name)) await rm(`${this.#directory}/${name}`, { recursive: true, force: true })
  }

  #nameOf(build: TemplateBuild): string {
    return volumeCheckpointName(build, this.#traits, this.#purpose)
  }

  #pathOf(build: TemplateBuild): string {
    return `${this.#directory}/${this.#nameOf(build)}`
  }
}
