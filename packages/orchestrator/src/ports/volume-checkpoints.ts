/** Second checkpoints of builds, one for a build at most. */
import type { TemplateBuild } from './template.ts'

/** What they are for: sandboxes with volumes, or builds whose own checkpoint this node cannot restore. */
export type CheckpointPurpose = 'volumes' | 'foreign'

export interface VolumeCheckpointStore {
  /** The directory of the checkpoint; undefined: there is none that this node can restore. */
  find(build: TemplateBuild): Promise<string | undefined>
  /** `make` writes it into an existing, empty directory. A failure leaves nothing. */
  put(build: TemplateBuild, make: (directory: string) => Promise<void>): Promise<void>
  /** No error when there is none. */
  remove(build: TemplateBuild): Promise<void>
  /** Removes those of all other builds. */
  keepOnly(builds: readonly TemplateBuild[]): Promise<void>
}
