/** `cay run`, and the verbs of `cay sandbox` that work inside one. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CommandOptions } from '../app/sandbox/exec-command.ts'
import type { RunRequest } from '../app/sandbox/run-sandbox.ts'
import { type FileLocation, parseSandboxLocation } from '../dialect/files/file-location.ts'
import type { OutputFormat } from '../dialect/output/table.ts'
import { jsonOption, type Load, type OutputFlag, outputOption, parseCount, parsePair } from './options.ts'
import { type CreateFlags, newSandboxOf, withCreateOptions } from './sandbox-options.ts'

interface AsUser {
  /** Undefined: the default user of the sandbox. */
  readonly user: string | undefined
}

export interface ForwardedPort {
  /** 0: any that is free. */
  readonly local: number
  readonly remote: number
}

export interface ProcessVerbs {
  exec(request: CommandOptions & AsUser & { readonly id: string }): Promise<number>
  shell(
    request: CommandOptions & AsUser & { readonly id: string; readonly name: string | undefined },
  ): Promise<number>
  listShells(id: string, format: OutputFormat): Promise<number>
  endShells(id: string, names: readonly string[]): Promise<number>
  run(request: RunRequest & AsUser): Promise<number>
  copy(from: FileLocation, to: FileLocation, user: string | undefined): Promise<number>
  forwardPorts(id: string, ports: readonly ForwardedPort[]): Promise<number>
}

interface CommandFlags {
  readonly interactive: boolean
  readonly tty: boolean
  readonly env: Readonly<Record<string, string>>
  readonly workdir?: string
  readonly user?: string
}

const shellCommand = ['/bin/bash', '-i', '-l'] as const

export function addRunCommand(
  program: Command,
  load: Load<ProcessVerbs>,
  done: (code: number) => void,
): void {
  const run = program
    .command('run')
    .summary('Create a sandbox and run a command in it')
    .description(
      'Create a sandbox and run a command in it. The exit code is that of the command, and Ctrl-C ends it. The sandbox goes on behind it unless --rm is given, until its timeout.',
    )
    .usage('[OPTIONS] TEMPLATE [COMMAND...]')
    .argument(
      '<template>',
      'name or id of a template; a directory with a Dockerfile, as ./DIR, is built first',
    )
    .argument('[command...]', 'the program and its arguments (default with -t: a shell)')
    .passThroughOptions()
    .option('--rm', 'kill the sandbox behind the command', false)
  withCommandOptions(withCreateOptions(run)).action(
    async (
      template: string,
      given: string[],
      flags: CommandFlags & CreateFlags & { rm: boolean },
      command: Command,
    ) => {
      const options = commandOf(given, flags, command)
      const sandbox = newSandboxOf(template, flags)
      const request = { ...sandbox, ...options, envs: flags.env, isRemoved: flags.rm, user: flags.user }
      done(await (await load()).run(request))
    },
  )
}

export function addProcessCommands(
  sandbox: Command,
  load: Load<ProcessVerbs>,
  done: (code: number) => void,
): void {
  const exec = sandbox
    .command('exec')
    .description(
      'Run a command in a sandbox. The exit code is that of the command; Ctrl-C ends it, and a second one kills it.',
    )
    .usage('[OPTIONS] ID COMMAND...')
    .argument('<id>', 'the sandbox, or the beginning of its ID')
    .argument('<command...>', 'the program and its arguments')
    .passThroughOptions()
  withCommandOptions(exec).action(
    async (id: string, given: string[], flags: CommandFlags, command: Command) =>
      done(await (await load()).exec({ id, ...commandOf(given, flags, command), user: flags.user })),
  )
  sandbox
    .command('shell')
    .alias('sh')
    .description(
      'Open a shell in a sandbox. The sandbox does not reach its timeout meanwhile. Without --name the shell ends with the terminal.',
    )
    .argument('<id>', 'the sandbox, or the beginning of its ID')
    .option('-u, --user <name>', 'the user of the sandbox to be (default: its default user)')
    .option('-w, --workdir <path>', 'where to start (default: the home of the user)')
    .option(
      '-n, --name <name>',
      'attach to the shell of this name, with its latest output, or start it; it outlives the terminal, and Ctrl-P Ctrl-Q detaches',
      parseShellName,
    )
    .action(async (id: string, { user, workdir, name }: ShellFlags) => {
      const options = { command: shellCommand, isTerminal: true, hasInput: true, envs: {}, cwd: workdir }
      done(await (await load()).shell({ id, ...options, user, name }))
    })
  sandbox
    .command('shells')
    .description('List the named shells of a sandbox, or end some.')
    .argument('<id>', 'the sandbox, or the beginning of its ID')
    .addOption(
      new Option('--end <name>', 'end this shell and what runs in it; may be repeated. Prints its name')
        .argParser((text: string, before: readonly string[]) => [...before, parseShellName(text)])
        .default([], 'none'),
    )
    .addOption(outputOption())
    .addOption(jsonOption())
    .action(async (id: string, { end, output }: OutputFlag & { end: readonly string[] }) =>
      done(
        await (end.length === 0 ? (await load()).listShells(id, output) : (await load()).endShells(id, end)),
      ),
    )
  addCopyCommands(sandbox, load, done)
}

interface ShellFlags {
  readonly user?: string
  readonly workdir?: string
  readonly name?: string
}

function parseShellName(text: string): string {
  if (!/^[\w.-]{1,63}$/.test(text)) throw new InvalidArgumentError('expected letters, digits, ., _ and -')
  return text
}

function addCopyCommands(sandbox: Command, load: Load<ProcessVerbs>, done: (code: number) => void): void {
  sandbox
    .command('cp')
    .description(
      'Copy a file, or a directory with all that is below it, into a sandbox or out of it. If the target is a directory, the copy is made in it. Existing files are replaced. Links are left out.',
    )
    .argument('<from>', 'ID:PATH, a path of this machine, or - for standard input')
    .argument('<to>', 'ID:PATH, a path of this machine, or - for standard output')
    .option('-u, --user <name>', 'the user of the sandbox that reads and owns the files')
    .action(async (from: string, to: string, { user }: { user?: string }) =>
      done(await (await load()).copy(parseSandboxLocation(from), parseSandboxLocation(to), user)),
    )
  sandbox
    .command('port-forward')
    .description('Forward TCP connections from ports of this machine to ports of a sandbox, until Ctrl-C.')
    .argument('<id>', 'the sandbox, or the beginning of its ID')
    .argument(
      '<ports...>',
      'LOCAL:REMOTE, or REMOTE for the same on both sides; LOCAL 0 takes a free port',
      parsePorts,
    )
    .action(async (id: string, ports: readonly ForwardedPort[]) =>
      done(await (await load()).forwardPorts(id, ports)),
    )
}

function withCommandOptions(command: Command): Command {
  return command
    .option('-i, --interactive', 'pass the standard input', false)
    .option('-t, --tty', 'with a terminal, which is that of this command', false)
    .addOption(
      new Option('-e, --env <key=value>', 'a variable of the command; may be repeated')
        .argParser(parsePair)
        .default({}, 'none'),
    )
    .option('-w, --workdir <path>', 'where to run it (default: the home of the user)')
    .option('-u, --user <name>', 'the user of the sandbox that it runs as (default: its default user)')
}

function commandOf(
  given: readonly string[],
  { interactive, tty, env, workdir }: CommandFlags,
  command: Command,
): CommandOptions {
  // What follows the first argument is not looked at, `--` neither.
  const words = given[0] === '--' ? given.slice(1) : given
  if (words.length === 0 && !tty) command.error('Error: no command is given')
  return {
    command: words.length === 0 ? shellCommand : words,
    isTerminal: tty,
    hasInput: interactive,
    envs: env,
    cwd: workdir,
  }
}

function parsePorts(text: string, before: readonly ForwardedPort[] = []): readonly ForwardedPort[] {
  const [first = '', second = first, ...rest] = text.split(':')
  const ports = { local: parseCount(first), remote: parseCount(second) }
  if (rest.length > 0 || ports.remote < 1 || Math.max(ports.local, ports.remote) > 65_535)
    throw new InvalidArgumentError('expected LOCAL:REMOTE')
  return [...before, ports]
}
