/** What sandboxes are made from. */

import type { EgressLists } from '@cay/core/egress/lists.ts'
import type { BuildContext } from '@cay/core/template/build-steps.ts'
import type { Resources } from './container.ts'

/** What commands get that name none. */
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
  /** Absolute paths of the EROFS file and of the checkpoint's directory. */
  readonly rootfs: string
  readonly checkpoint: string
  /** Of what comes with the program: what it runs, and as whom. Absent: nothing. */
  readonly starts?: RecipeStart
  /** Absent for what comes with the program. */
  readonly made?: UserBuildFacts
  /** Whom it may reach before it is somebody's: nobody, when processes of users are in the checkpoint. */
  readonly egress?: EgressLists
  /** Absent: those of the daemon. */
  readonly defaults?: GuestDefaults
}

/** What a template that comes with the program has running in every sandbox from its first moment. */
export interface RecipeStart {
  readonly user: string
  readonly command: string
  /** Succeeds when the command can be used. */
  readonly ready: string
}

/** What the node offers a checkpoint. */
export interface NodeTraits {
  readonly runtimeVersion: string
  readonly runtimeFlags: readonly string[]
  readonly cpuFeatures: string
}

/** What is known of a build besides its files. */
export interface BuildFacts extends NodeTraits {
  readonly templateId: string
  readonly buildId: string
  readonly alias: string
  readonly resources: Resources
  readonly envdVersion: string
  /** Digest of everything the build was made from; an equal key needs no new build. */
  readonly key: string
  readonly createdAtMs: number
  /** Of builds of recipes that start something. */
  readonly starts?: RecipeStart
  /** Of builds that somebody ordered. */
  readonly made?: UserBuildFacts
}

/** What a build that somebody ordered leaves besides its files. */
export interface UserBuildFacts {
  readonly teamId: string
  /** What the root file system alone was made from; equal keys have equal files. */
  readonly rootfsKey: string
  /** As the steps left it. */
  readonly context: BuildContext
  /** Empty for none. */
  readonly startCommand: string
  readonly readyCommand: string
  /** How the start command is to be run in each sandbox. Absent: it is alive in the checkpoint, or there is none. */
  readonly startContext?: BuildContext
  /** What sandboxes get, whatever the steps left. */
  readonly defaults?: GuestDefaults
  /** What envd in the checkpoint asks of the node. */
  readonly controlToken: string
}

export interface Templates {
  /** Newest build first. */
  list(): Promise<TemplateBuild[]>
}

export interface ListedBuild extends TemplateBuild {
  readonly key: string
}

export interface RefusedBuild {
  readonly directory: string
  /** A sentence for whoever runs the node. */
  readonly reason: string
}

export interface ListedTemplates {
  /** Usable builds, newest first. */
  readonly builds: readonly ListedBuild[]
  readonly refused: readonly RefusedBuild[]
}
