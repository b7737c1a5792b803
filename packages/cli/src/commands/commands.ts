/** The command, with the tables of its groups. The actions are passed in as functions that return an exit code. */
import { Command, Help, type Option } from 'commander'
import { addBackupCommands, type BackupVerbs } from './backup-commands.ts'
import { addClusterCommands, type ClusterVerbs } from './cluster-commands.ts'
import { addCompletionCommands, type CompletionVerbs } from './completion-commands.ts'
import { addEventsCommand, type EventVerbs } from './event-commands.ts'
import { addHelpCommands } from './help-command.ts'
import { addNodeCommands, type NodeVerbs } from './node-commands.ts'
import { type Load, settingsHelp } from './options.ts'
import { addRunCommand, type ProcessVerbs } from './process-commands.ts'
import { addProfileCommands, type ProfileVerbs } from './profile-commands.ts'
import { addSandboxCommands, type SandboxVerbs } from './sandbox-commands.ts'
import { addSecretCommands, type SecretVerbs } from './secret-commands.ts'
import { addServiceCommands, addTrustCommand, type ServiceVerbs } from './service-commands.ts'
import { addStatusCommands, type StatusVerbs } from './status-commands.ts'
import { addKeyCommands, addTeamCommands, type TeamVerbs } from './team-commands.ts'
import { addTemplateCommands, type TemplateVerbs } from './template-commands.ts'
import { addUnitCommands, type UnitVerbs } from './unit-commands.ts'
import { addVolumeCommands, type VolumeVerbs } from './volume-commands.ts'
import { addWebhookCommands, type WebhookVerbs } from './webhook-commands.ts'

/** By group. */
export interface VerbLoaders {
  readonly service: Load<ServiceVerbs>
  readonly status: Load<StatusVerbs>
  readonly unit: Load<UnitVerbs>
  readonly sandbox: Load<SandboxVerbs>
  readonly process: Load<ProcessVerbs>
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

/** Runs one command line and returns its exit code. Throws commander's error after it has printed it. */
export function defineProgram(
  facts: ProgramFacts,
  verbs: VerbLoaders,
): (argv: readonly string[]) => Promise<number> {
  const { program, exitCode } = createProgram(facts, verbs)
  return async (argv) => {
    if (argv.length <= 2) program.outputHelp()
    else await program.parseAsync(argv)
    return exitCode()
  }
}

/** The whole table of commands. The exit code is that of the verb that ran. */
export function createProgram(
  { version, recipes, onProfile }: ProgramFacts,
  verbs: VerbLoaders,
): { readonly program: Command; readonly exitCode: () => number } {
  let exitCode = 0
  const done = (code: number) => {
    exitCode = code
  }
  const program = new Command('cay')
    .description('Run untrusted code in isolated sandboxes on this machine.')
    .usage('COMMAND [OPTIONS]')
    .version(`cay version ${version}`, '-v, --version', 'print the version and exit')
    .option('--profile <name>', 'work on the installation of this profile (`cay profile list`)')
    .on('option:profile', (name: string) => onProfile?.(name))
    .helpOption('-h, --help', 'print help and exit')
    .addHelpText('after', settingsHelp)
    .configureHelp({ optionDescription: describeOption })
    // An option behind a command is that of the command, down to `cay events export --since`.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error:/, 'Error:')) })
  addServiceCommands(program, verbs.service, done)
  addUnitCommands(program, verbs.unit, done)
  addStatusCommands(program, verbs.status, done)
  addTrustCommand(program, verbs.service, done)
  addRunCommand(program, verbs.process, done)
  addSandboxCommands(program, verbs, done)
  addEventsCommand(program, verbs.event, done)
  addBackupCommands(program, verbs.backup, done)
  addClusterCommands(program, verbs.cluster, done)
  addNodeCommands(program, verbs.node, done)
  addTeamCommands(program, verbs.team, done)
  addKeyCommands(program, verbs.team, done)
  addTemplateCommands({ program, load: verbs.template, recipes, done })
  addVolumeCommands(program, verbs.volume, done)
  addWebhookCommands(program, verbs.webhook, done)
  addSecretCommands(program, verbs.secret, done)
  addProfileCommands(program, verbs.profile, done)
  addCompletionCommands(program, verbs.completion, done)
  addHelpCommands(program)
  nameHelpAfterErrors(program, program.name())
  describeAll(program)
  return { program, exitCode: () => exitCode }
}

/** The default of a switch is not printed. */
function describeOption(option: Option): string {
  return new Help().optionDescription(option).replace(/ ?\(default: false\)$/, '')
}

/** A usage error points to the help of that command. */
function nameHelpAfterErrors(command: Command, path: string): void {
  command.showHelpAfterError(`See '${path} --help'.`)
  for (const each of command.commands) nameHelpAfterErrors(each, `${path} ${each.name()}`)
}

/** A command without a description of its own shows its summary. */
function describeAll(command: Command): void {
  if (command.description() === '') command.description(`${command.summary()}.`)
  for (const each of command.commands) describeAll(each)
}
