/** `cay sandbox …`. */
import { type Command, Option } from 'commander'
import type { ForkRequest } from '../app/sandbox/change-sandbox.ts'
import type { NewSandbox } from '../app/sandbox/create-sandbox.ts'
import type { LogRequest } from '../app/sandbox/follow-logs.ts'
import type { KillRequest } from '../app/sandbox/kill-sandboxes.ts'
import type { ListOptions } from '../app/sandbox/list-sandboxes.ts'
import type { NetworkChange } from '../app/sandbox/sandbox-network.ts'
import type { OutputFormat } from '../dialect/output/table.ts'
import { jsonOption, type Load, type OutputFlag, outputOption, parseCount, parsePair } from './options.ts'
import { addProcessCommands, type ProcessVerbs } from './process-commands.ts'
import { type CreateFlags, newSandboxOf, withCreateOptions } from './sandbox-options.ts'
import { addSshProxyCommand, type SshVerbs } from './ssh-commands.ts'

export interface SandboxVerbs {
  listSandboxes(options: ListOptions, format: OutputFormat): Promise<number>
  createSandbox(request: NewSandbox): Promise<number>
  showSandbox(id: string, format: OutputFormat): Promise<number>
  killSandboxes(request: KillRequest): Promise<number>
  pauseSandbox(request: { id: string; keepsMemory: boolean }): Promise<number>
  resumeSandbox(request: { id: string; timeoutSeconds: number | undefined }): Promise<number>
  forkSandbox(request: ForkRequest): Promise<number>
  snapshotSandbox(request: { id: string; name: string | undefined }): Promise<number>
  showLogs(request: LogRequest, format: OutputFormat): Promise<number>
  showSandboxUsage(ids: readonly string[], format: OutputFormat): Promise<number>
  sandboxNetwork(
    request: { id: string; change: NetworkChange | undefined },
    format: OutputFormat,
  ): Promise<number>
  showEgress(sandboxId: string, format: OutputFormat): Promise<number>
}

interface SandboxLoaders {
  readonly sandbox: Load<SandboxVerbs>
  readonly process: Load<ProcessVerbs>
  readonly ssh: Load<SshVerbs>
}

const idHelp = 'the sandbox, or the beginning of its ID'

export function addSandboxCommands(
  program: Command,
  { sandbox: load, process, ssh }: SandboxLoaders,
  done: (code: number) => void,
): void {
  const sandbox = program
    .command('sandbox')
    .summary('Create, use, pause, fork and kill sandboxes')
    .usage('COMMAND [OPTIONS]')
    .enablePositionalOptions()
  addListCommands(sandbox, load, done)
  addProcessCommands(sandbox, process, done)
  addStateCommands(sandbox, load, done)
  addObservationCommands(sandbox, load, done)
  addNetworkCommands(sandbox, load, done)
  addSshProxyCommand(sandbox, ssh, done)
}

function addListCommands(sandbox: Command, load: Load<SandboxVerbs>, done: (code: number) => void): void {
  sandbox
    .command('list')
    .alias('ls')
    .description('List sandboxes.')
    .addOption(new Option('--state <state>', 'only sandboxes in this state').choices(['running', 'paused']))
    .addOption(
      new Option('--filter <metadata.key=value>', 'only sandboxes with this pair; may be repeated')
        .argParser(parseFilter)
        .default({}, 'all'),
    )
    .addOption(outputOption().conflicts('quiet'))
    .addOption(jsonOption().conflicts('quiet'))
    .option('-q, --quiet', 'print only IDs')
    .action(async ({ state, filter: metadata, output, quiet }) => {
      const states = state === undefined ? ['running', 'paused'] : [state]
      const options = { states, metadata, idsOnly: quiet === true }
      done(await (await load()).listSandboxes(options, output))
    })
  const create = sandbox
    .command('create')
    .description('Create a sandbox. Prints its ID.')
    .argument('[template]', 'name or id of the template', 'base')
    .addOption(
      new Option('-e, --env <key=value>', 'a variable of all its processes; may be repeated')
        .argParser(parsePair)
        .default({}, 'none'),
    )
  withCreateOptions(create).action(
    async (template: string, flags: CreateFlags & { env: Readonly<Record<string, string>> }) =>
      done(await (await load()).createSandbox(newSandboxOf(template, flags, flags.env))),
  )
  sandbox
    .command('info')
    .description('Show a sandbox.')
    .argument('<id>', idHelp)
    .addOption(outputOption())
    .addOption(jsonOption())
    .action(async (id: string, { output }: OutputFlag) => done(await (await load()).showSandbox(id, output)))
}

function parseFilter(
  text: string,
  before: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return parsePair(text.replace(/^metadata\./, ''), before)
}

function addStateCommands(sandbox: Command, load: Load<SandboxVerbs>, done: (code: number) => void): void {
  sandbox
    .command('pause')
    .description('Pause a sandbox. Its processes and files wait for `cay sandbox resume`. Prints its ID.')
    .argument('<id>', idHelp)
    .option('--no-memory', 'keep only its files: a resume boots it')
    .action(async (id: string, { memory }: { memory: boolean }) =>
      done(await (await load()).pauseSandbox({ id, keepsMemory: memory })),
    )
  sandbox
    .command('resume')
    .description('Resume a paused sandbox. Prints its ID.')
    .argument('<id>', idHelp)
    .option('--timeout <seconds>', 'from now on (default: 300)', parseCount)
    .action(async (id: string, { timeout }: { timeout?: number }) =>
      done(await (await load()).resumeSandbox({ id, timeoutSeconds: timeout })),
    )
  sandbox
    .command('fork')
    .description('Make copies of a running sandbox with its memory. Prints the ID of each.')
    .argument('<id>', idHelp)
    .option('--count <n>', 'how many (default: 1)', parseCount)
    .option('--timeout <seconds>', 'of each copy (default: 300)', parseCount)
    .action(async (id: string, { count = 1, timeout = 300 }: { count?: number; timeout?: number }) =>
      done(await (await load()).forkSandbox({ id, count, timeoutSeconds: timeout })),
    )
  sandbox
    .command('snapshot')
    .description(
      'Make a template of a running sandbox with its memory, which goes on. Prints the ID of the snapshot, which is the name of the template.',
    )
    .argument('<id>', idHelp)
    .option('-n, --name <name[:tag]>', 'name of the template (default: its id)')
    .action(async (id: string, { name }: { name?: string }) =>
      done(await (await load()).snapshotSandbox({ id, name })),
    )
  sandbox
    .command('kill')
    .description('Kill one or more sandboxes. Prints the ID of each one that was killed.')
    .usage('[OPTIONS] SANDBOX_ID [SANDBOX_ID...]')
    .argument('[ids...]', 'sandboxes to kill, or the beginnings of their IDs')
    .option('--all', 'kill every sandbox of the team', false)
    .action(async (ids: string[], { all }: { all: boolean }, command: Command) => {
      if (all === ids.length > 0) {
        const what = all ? 'takes no ID together with --all' : 'requires at least 1 argument'
        command.error(`Error: "cay sandbox kill" ${what}`)
      }
      done(await (await load()).killSandboxes({ sandboxIds: ids, all }))
    })
}

function addObservationCommands(
  sandbox: Command,
  load: Load<SandboxVerbs>,
  done: (code: number) => void,
): void {
  sandbox
    .command('logs')
    .description('Show what processes of a sandbox wrote, oldest first, also after its end.')
    .argument('<id>', idHelp)
    .option('-f, --follow', 'print each new line, until the sandbox ends or Ctrl-C', false)
    .option('-n, --tail <n>', 'the newest lines only (default: all)', parseCount)
    .addOption(outputOption(['json']))
    .addOption(jsonOption('print JSON, one object a line'))
    .action(async (id: string, { follow, tail, output }: OutputFlag & { follow: boolean; tail?: number }) =>
      done(await (await load()).showLogs({ id, isFollowed: follow, limit: tail }, output)),
    )
  sandbox
    .command('top')
    .description('Show the CPU, memory and disk that sandboxes use.')
    .argument('[ids...]', 'sandboxes, or the beginnings of their IDs (default: all that run)')
    .addOption(outputOption())
    .addOption(jsonOption())
    .action(async (ids: string[], { output }: OutputFlag) =>
      done(await (await load()).showSandboxUsage(ids, output)),
    )
}

interface NetworkFlags extends OutputFlag {
  readonly allow: readonly string[]
  readonly deny: readonly string[]
  readonly closeExisting: boolean
  readonly open: boolean
  readonly rules: boolean
}

function addNetworkCommands(sandbox: Command, load: Load<SandboxVerbs>, done: (code: number) => void): void {
  const collect = (text: string, before: readonly string[]) => [...before, text]
  sandbox
    .command('network')
    .description(
      'Show the egress policy of a sandbox; with --allow, --deny or --open, replace what it allows and denies. Its header rules stay. If --allow names domains, only those resolve. A sandbox without internet access reaches what --allow names and nothing else, until --open.',
    )
    .argument('<id>', idHelp)
    .addOption(
      new Option('--allow <destination>', 'an address, CIDR block or domain it may reach; may be repeated')
        .argParser(collect)
        .default([], 'none'),
    )
    .addOption(
      new Option('--deny <destination>', 'an address or CIDR block it may not reach; may be repeated')
        .argParser(collect)
        .default([], 'none'),
    )
    .option('--open', 'allow all destinations', false)
    .option('--no-rules', 'remove its header rules and its proxy as well')
    .option('--close-existing', 'close open connections that the new policy does not allow', false)
    .addOption(outputOption())
    .addOption(jsonOption())
    .action(async (id: string, flags: NetworkFlags, command: Command) => {
      const { allow, deny, open, closeExisting, rules, output } = flags
      const isChange = open || allow.length > 0 || deny.length > 0
      if (!isChange && (!rules || closeExisting))
        command.error('Error: give what is allowed and denied as well: --allow, --deny or --open')
      const lists = { allowOut: allow, denyOut: deny, opens: open }
      const change = { ...lists, closesExisting: closeExisting, keepsRules: rules }
      done(await (await load()).sandboxNetwork({ id, change: isChange ? change : undefined }, output))
    })
  sandbox
    .command('egress')
    .description(
      'Show the connections, packets and DNS queries that the egress gateway refused to a sandbox, oldest first, since the sandbox started on this machine. Repeated refusals are counted.',
    )
    .argument('<id>', 'the sandbox')
    .addOption(outputOption())
    .addOption(jsonOption())
    .action(async (sandboxId: string, { output }: OutputFlag) =>
      done(await (await load()).showEgress(sandboxId, output)),
    )
}
