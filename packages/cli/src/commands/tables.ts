/** What the tables of commands are made of: the verbs of their groups, and what a table is given. */
import type { Command } from 'commander'
import type { BackupVerbs } from './backup-commands.ts'
import type { ClusterVerbs } from './cluster-commands.ts'
import type { CompletionVerbs } from './completion-commands.ts'
import type { EventVerbs } from './event-commands.ts'
import type { NodeVerbs } from './node-commands.ts'
import type { Load } from './options.ts'
import type { ProcessVerbs } from './process-commands.ts'
import type { ProfileVerbs } from './profile-commands.ts'
import type { SandboxVerbs } from './sandbox-commands.ts'
import type { SecretVerbs } from './secret-commands.ts'
import type { ServiceVerbs } from './service-commands.ts'
import type { SshVerbs } from './ssh-commands.ts'
import type { StatusVerbs } from './status-commands.ts'
import type { TeamVerbs } from './team-commands.ts'
import type { TemplateVerbs } from './template-commands.ts'
import type { UnitVerbs } from './unit-commands.ts'
import type { VolumeVerbs } from './volume-commands.ts'
import type { WebhookVerbs } from './webhook-commands.ts'

/** By group. */
export interface VerbLoaders {
  readonly service: Load<ServiceVerbs>
  readonly status: Load<StatusVerbs>
  readonly unit: Load<UnitVerbs>
  readonly sandbox: Load<SandboxVerbs>
  readonly process: Load<ProcessVerbs>
  readonly ssh: Load<SshVerbs>
  readonly event: Load<EventVerbs>
  readonly backup: Load<BackupVerbs>
  readonly cluster: Load<ClusterVerbs>
  readonly node: Load<NodeVerbs>
  readonly team: Load<TeamVerbs>
  readonly template: Load<TemplateVerbs>
  readonly volume: Load<VolumeVerbs>
  readonly webhook: Load<WebhookVerbs>
  readonly secret: Load<SecretVerbs>
  readonly profile: Load<ProfileVerbs>
  readonly completion: Load<CompletionVerbs>
}

export interface ProgramFacts {
  readonly version: string
  /** Aliases of the templates that come with Cay. */
  readonly recipes: () => readonly string[]
  /** Called before a verb with the profile that the command line names. */
  readonly onProfile?: (name: string) => void
}

/** Adds commands to the program. */
export type AddTables = (
  program: Command,
  verbs: VerbLoaders,
  given: Pick<ProgramFacts, 'recipes'> & { readonly done: (code: number) => void },
) => void
