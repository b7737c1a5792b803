/** What sandboxes are created from. */

import type { EgressLists } from '@cay/core/egress/lists.ts'
import type { BuildContext } from '@cay/core/template/build-steps.ts'
import type { Resources } from './container.ts'

/** The defaults of commands that name no user or directory. */
export interface GuestDefaults {
  readonly user: string
  /** Absent: the user's home. */
  readonly workdir?: string | undefined
}

/** A build that is ready to be restored. */
export interface TemplateBuild {
  readonly templateId: string
  readonly buildId: string
  readonly alias: string
  readonly resources: Resources
  readonly envdVersion: string
  readonly createdAtMs: number
  /** Absolute paths of the EROFS file and of the checkpoint's directory, which is never restored when it is foreign. */
  readonly rootfs: string
  readonly checkpoint: string
  /**
   * Why this node cannot restore the checkpoint, which another runtime or processor has made. Sandboxes are booted from the files,
   * or restored from a checkpoint that this node has made. Absent: it can.
   */
  readonly foreign?: string
  /** What a template that comes with Cay starts, and as which user. Absent: nothing. */
  readonly starts?: RecipeStart
  /** Absent for a template that comes with Cay. */
  readonly made?: UserBuildFacts
  /** The egress policy before it is claimed: it denies everything when the checkpoint has user processes. */
  readonly egress?: EgressLists
  /** Absent: the defaults of the daemon. */
  readonly defaults?: GuestDefaults
}

/** What a template that comes with Cay runs in each sandbox. */
export interface RecipeStart {
  readonly user: string
  readonly command: string
  /** Succeeds when the command is ready. */
  readonly ready: string
}

/** What a checkpoint is bound to on this node. */
export interface NodeTraits {
  readonly runtimeVersion: string
  readonly runtimeFlags: readonly string[]
  readonly cpuFeatures: string
}

/** The facts of a build, without its files. */
export interface BuildFacts extends NodeTraits {
  readonly templateId: string
  readonly buildId: string
  readonly alias: string
  readonly resources: Resources
  readonly envdVersion: string
  /** Digest of everything the build was made from; an equal key needs no new build. */
  readonly key: string
  readonly createdAtMs: number
  /** For builds of recipes that start something. */
  readonly starts?: RecipeStart
  /** For users' builds. */
  readonly made?: UserBuildFacts
}

/** The facts of a user's build. */
export interface UserBuildFacts {
  readonly teamId: string
  /** The key of the root file system alone: builds with equal keys have equal files. */
  readonly rootfsKey: string
  /** The context behind the last step. */
  readonly context: BuildContext
  /** Empty for none. */
  readonly startCommand: string
  readonly readyCommand: string
  /** The context of the start command, when each sandbox starts it. Absent: it is alive in the checkpoint, or there is none. */
  readonly startContext?: BuildContext
  /** The defaults of sandboxes, whatever the steps left. */
  readonly defaults?: GuestDefaults
  /** The token that envd in the checkpoint requires of the node. */
  readonly controlToken: string
}

export interface Templates {
  /** Newest build first. */
  list(): Promise<TemplateBuild[]>
  /**
   * Fetches a build from the object store unless it is here; resolves with whether it is here now. Absent: there is no object
   * store. Throws ServiceError `store_unavailable`, `snapshot_damaged`.
   */
  fetch?(buildId: string): Promise<boolean>
  /** Sandboxes are about to start from a listed build. Synchronous. Absent: there is no object store. */
  noteUse?(build: Pick<TemplateBuild, 'templateId' | 'buildId'>): void
}

export interface ListedBuild extends TemplateBuild {
  readonly key: string
}

export interface RefusedBuild {
  readonly directory: string
  /** A sentence for the operator. */
  readonly reason: string
}

export interface ListedTemplates {
  /** Builds whose checkpoint this node can restore, newest first. */
  readonly builds: readonly ListedBuild[]
  /** Builds of which it can use the files alone, newest first: each has `foreign`. */
  readonly foreign: readonly ListedBuild[]
  readonly refused: readonly RefusedBuild[]
}
