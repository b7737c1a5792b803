/** The command, with the tables of its groups. The actions are passed in as functions that return an exit code. */
import { printableLines } from '@cay/core/terminal-text.ts'
import { Command, Help, type Option } from 'commander'
import { addHelpCommands } from './help-command.ts'
import { settingsHelp } from './options.ts'
import type { AddTables, ProgramFacts, VerbLoaders } from './tables.ts'

/** Runs one command line and returns its exit code. Throws commander's error after it has printed it. */
export function defineProgram(
  facts: ProgramFacts,
  verbs: VerbLoaders,
): (argv: readonly string[]) => Promise<number> {
  return async (argv) => {
    const { program, exitCode } = createProgram(facts, verbs, await tablesFor(argv))
    if (argv.length <= 2) program.outputHelp()
    else await program.parseAsync(argv)
    return exitCode()
  }
}

const quickWords = ['run', 'sandbox']

async function tablesFor([, , word = '']: readonly string[]): Promise<AddTables> {
  return quickWords.includes(word)
    ? (await import('./sandbox-tables.ts')).addSandboxTables
    : (await import('./all-tables.ts')).addAllTables
}

/** The exit code is that of the verb that ran. */
export function createProgram(
  { version, recipes, onProfile }: ProgramFacts,
  verbs: VerbLoaders,
  addTables: AddTables,
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
    .configureOutput({
      outputError: (text, write) => write(printableLines(text.replace(/^error:/, 'Error:'))),
    })
  addTables(program, verbs, { recipes, done })
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
