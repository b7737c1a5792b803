/** The commands, their options and their help texts. Their actions are passed in as functions that return an exit code. */
import { parseBaseDomain } from '@cay/core/routing/base-domain.ts'
import { keyScopes } from '@cay/core/team/key-scope.ts'
import { Command, Help, InvalidArgumentError, Option } from 'commander'
import type { ClusterRequest } from '../app/cluster/init-cluster.ts'
import type { JoinOptions } from '../app/cluster/join.ts'
import type { KillRequest } from '../app/sandbox/kill-sandboxes.ts'
import type { ListOptions } from '../app/sandbox/list-sandboxes.ts'
import type { EventRequest } from '../app/event/show-events.ts'
import type { NewKey } from '../app/team/team-commands.ts'
import { parseSince, sinceWords } from '../dialect/event/since.ts'
import { addHelpCommands } from './help-command.ts'
import { addLedgerCommands, type LedgerVerbs } from './ledger-commands.ts'
import { addTemplateCommands, type TemplateVerbs } from './template-commands.ts'
import { addVolumeCommands, type VolumeVerbs } from './volume-commands.ts'
import { addWebhookCommands, type WebhookVerbs } from './webhook-commands.ts'

export interface Verbs extends TemplateVerbs, VolumeVerbs, WebhookVerbs, LedgerVerbs {
  up(options: { stepsBefore: number; domain: string | undefined }): Promise<number>
  setUp(options: { stepsBefore: number; stepsAfter: number }): Promise<number>
  down(): Promise<number>
  installUnit(name: string): Promise<number>
  uninstallUnit(name: string): Promise<number>
  doctor(options: { json: boolean }): Promise<number>
  listSandboxes(options: ListOptions, asJson: boolean): Promise<number>
  killSandboxes(request: KillRequest): Promise<number>
  showEgress(sandboxId: string, asJson: boolean): Promise<number>
  showEvents(request: EventRequest, asJson: boolean): Promise<number>
  followEvents(request: EventRequest, asJson: boolean): Promise<number>
  listNodes(asJson: boolean): Promise<number>
  setNodeStatus(nodeId: string | undefined, status: 'ready' | 'draining'): Promise<number>
  moveNode(nodeId: string | undefined): Promise<number>
  loseNode(nodeId: string): Promise<number>
  removeNode(nodeId: string): Promise<number>
  listTeams(asJson: boolean): Promise<number>
  createTeam(team: { slug: string; name: string | undefined }): Promise<number>
  limitTeam(
    change: { slug: string; limits: Readonly<Record<string, number | null>> },
    asJson: boolean,
  ): Promise<number>
  listKeys(asJson: boolean): Promise<number>
  createKey(key: NewKey): Promise<number>
  renameKey(keyId: string, name: string): Promise<number>
  deleteKey(keyId: string): Promise<number>
  showTrust(options: { pem: boolean }): Promise<number>
  backUp(request: { file: string; isForced: boolean }): Promise<number>
  restore(file: string): Promise<number>
  initCluster(request: ClusterRequest): Promise<number>
  makeToken(): Promise<number>
  join(request: JoinOptions): Promise<number>
}

const settingsHelp = `
Settings come from the environment: CAY_DATA_DIR, CAY_API_PORT, CAY_PROXY_PORT, CAY_BIND, …
docs/settings.md lists them all.`

export interface ProgramFacts {
  readonly version: string
  /** Aliases of the templates that come with Cay. */
  readonly recipes: () => readonly string[]
}

/** Runs one command line and returns its exit code. Throws commander's error after it has printed it. */
export function defineProgram(
  { version, recipes }: ProgramFacts,
  verbs: Verbs,
): (argv: readonly string[]) => Promise<number> {
  let exitCode = 0
  const done = (code: number) => {
    exitCode = code
  }
  const program = new Command('cay')
    .description('Run untrusted code in isolated sandboxes on this machine.')
    .usage('COMMAND [OPTIONS]')
    .version(`cay version ${version}`, '-v, --version', 'print the version and exit')
    .helpOption('-h, --help', 'print help and exit')
    .addHelpText('after', settingsHelp)
    .configureHelp({ optionDescription: describeOption })
    // An option behind a command is that of the command, down to `cay events export --since`.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error:/, 'Error:')) })
  addServiceCommands(program, verbs, done)
  addUnitCommands(program, verbs, done)
  addTrustCommand(program, verbs, done)
  addSandboxCommands(program, verbs, done)
  addEventsCommand(program, verbs, done)
  addBackupCommands(program, verbs, done)
  addClusterCommands(program, verbs, done)
  addNodeCommands(program, verbs, done)
  addTeamCommands(program, verbs, done)
  addKeyCommands(program, verbs, done)
  addTemplateCommands({ program, verbs, recipes, done })
  addVolumeCommands(program, verbs, done)
  addWebhookCommands(program, verbs, done)
  addHelpCommands(program)
  nameHelpAfterErrors(program, program.name())
  describeAll(program)
  return async (argv) => {
    if (argv.length <= 2) program.outputHelp()
    else await program.parseAsync(argv)
    return exitCode
  }
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

function addUnitCommands(program: Command, verbs: Verbs, done: (code: number) => void): void {
  const systemd = () => new Option('--systemd', 'as a unit of systemd').makeOptionMandatory()
  const name = () =>
    new Option('--name <name>', 'the name of the unit: one for each data directory')
      .argParser(parseUnitName)
      .default('cay')
  program
    .command('install')
    .summary('Start the services with the machine')
    .description(
      'Start the services of this data directory now and with the machine. The settings in the environment (CAY_…) are kept for later starts, in a file that only root can read; run it again to change them.',
    )
    .addOption(systemd())
    .addOption(name())
    .action(async ({ name }: { name: string }) => done(await verbs.installUnit(name)))
  program
    .command('uninstall')
    .summary('Start the services with the machine no longer')
    .description(
      'Stop the services and remove their unit and the file of its settings. Sandboxes go on, and records and templates are kept.',
    )
    .addOption(systemd())
    .addOption(name())
    .action(async ({ name }: { name: string }) => done(await verbs.uninstallUnit(name)))
}

function parseUnitName(text: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,62}$/.test(text)) return text
  throw new InvalidArgumentError('expected lower-case letters, digits and dashes')
}

function addServiceCommands(program: Command, verbs: Verbs, done: (code: number) => void): void {
  const stepsBefore = new Option('--steps-before <n>').argParser(parseCount).default(0).hideHelp()
  const stepsAfter = new Option('--steps-after <n>').argParser(parseCount).default(0).hideHelp()
  const domain = new Option(
    '--domain <name>',
    'serve the API and all sandboxes below this domain with TLS: CAY_DOMAIN=NAME and CAY_TLS=auto, for this start; takes precedence over CAY_DOMAIN in the environment',
  ).argParser(parseDomain)
  program
    .command('up')
    .summary('Install what is missing and run the services in the foreground')
    .description(
      'Install the Debian packages this host lacks, build the base template, and run the services in the foreground. A service that exits is restarted. Ctrl-C stops the services; sandboxes keep running, and the next `cay up` adopts them.',
    )
    .addOption(stepsBefore)
    .addOption(domain)
    .addHelpText('after', settingsHelp)
    .action(async ({ stepsBefore, domain }) => done(await verbs.up({ stepsBefore, domain })))
  program
    .command('down')
    .summary('Stop the services, end all sandboxes and leave the host clean')
    .description(
      'Stop the services of this data directory, end all of its sandboxes, and remove what they used on the host: processes, network namespaces, interfaces, nft tables, cgroups and mounts. Templates and the database are kept.',
    )
    .action(async () => done(await verbs.down()))
  program
    .command('setup')
    .summary('Install what is missing and build the base template, start nothing')
    .addOption(stepsBefore)
    .addOption(stepsAfter)
    .action(async (options) => done(await verbs.setUp(options)))
  program
    .command('doctor')
    .summary('Check what this host can and cannot do, change nothing')
    .description(
      'Check what this host can and cannot do, before anything is started. Changes nothing. The exit code is 1 if a problem keeps sandboxes from running.',
    )
    .option('--json', 'print the findings as JSON', false)
    .action(async (options) => done(await verbs.doctor(options)))
}

function addTrustCommand(program: Command, verbs: Verbs, done: (code: number) => void): void {
  program
    .command('trust')
    .summary("Explain how to trust this installation's certificates")
    .description(
      'Explain how programs trust the certificates that this installation issues for its own names with CAY_TLS=auto. Creates the authority if there is none, and changes nothing else.',
    )
    .option('--pem', "print the authority's certificate instead", false)
    .action(async (options) => done(await verbs.showTrust(options)))
}

function addBackupCommands(program: Command, verbs: Verbs, done: (code: number) => void): void {
  program
    .command('backup')
    .summary('Save templates, snapshots, paused sandboxes, records and keys in one file')
    .description(
      'Save what the data directory holds in one file: templates, snapshots, paused sandboxes, records, logs and keys. Works while Cay runs. Running sandboxes are not in it: pause what you want to keep. Whoever has the file has the keys.',
    )
    .argument('<file>', 'where to write it, - for standard output')
    .option('-f, --force', 'replace a file of that name', false)
    .action(async (file: string, { force }: { force: boolean }) =>
      done(await verbs.backUp({ file, isForced: force })),
    )
  program
    .command('restore')
    .summary('Bring a backup back into an empty data directory')
    .description(
      'Bring back what `cay backup` saved, into a data directory that is empty. Everything is checked before it counts: a backup that is altered or cut off changes nothing. `cay up` then starts it.',
    )
    .argument('<file>', 'a file that `cay backup` wrote, - for standard input')
    .action(async (file: string) => done(await verbs.restore(file)))
}

function addClusterCommands(program: Command, verbs: Verbs, done: (code: number) => void): void {
  const cluster = program
    .command('cluster')
    .summary('Make a cluster of this machine and others')
    .usage('COMMAND [OPTIONS]')
  cluster
    .command('init')
    .description(
      'Move the records of this machine into an empty PostgreSQL database, and use them there from the next start on; with --blobs, keep paused sandboxes, snapshots and templates in an object store as well. Stop Cay first, with Ctrl-C and not with `cay down`: its sandboxes go on, and `cay up` finds them again. A failure changes nothing.',
    )
    .requiredOption('--database <url>', 'the database: postgresql://USER:PASSWORD@HOST:PORT/DATABASE')
    .option('--blobs <url>', 'the object store: s3://KEY:SECRET@HOST:PORT/BUCKET or file:///DIRECTORY')
    .option(
      '--address <host:port>',
      'where other machines reach control here, usually port 3003: CAY_CLUSTER_ADDRESS',
    )
    .action(async ({ database: databaseUrl, blobs: blobsUrl, address }: InitOptions) =>
      done(
        await verbs.initCluster({
          databaseUrl,
          ...(blobsUrl === undefined ? {} : { blobsUrl }),
          ...(address === undefined ? {} : { address }),
        }),
      ),
    )
  cluster
    .command('token')
    .description(
      'Print the command that makes another machine a node of this cluster. It holds for one machine, within the next hour. Run it where control runs.',
    )
    .action(async () => done(await verbs.makeToken()))
  program
    .command('join')
    .summary('Make this machine a node of a cluster, and run it')
    .description(
      'Make this machine a node of the cluster whose `cay cluster token` printed the command. Checks the host, gets the certificates of the node, and starts the services of a node in the foreground. Later starts take `cay up`.',
    )
    .argument('<url>', 'a control process of the cluster: https://HOST:3003')
    .requiredOption('--token <token>', 'as `cay cluster token` printed it')
    .option('--name <name>', 'name of the node, unique in the cluster (default: the name of the host)')
    .action(async (url: string, { token, name }: { token: string; name?: string }) =>
      done(await verbs.join({ url, token, name })),
    )
}

interface InitOptions {
  readonly database: string
  readonly blobs?: string
  readonly address?: string
}

function addSandboxCommands(program: Command, verbs: Verbs, done: (code: number) => void): void {
  const sandbox = program.command('sandbox').summary('List and kill sandboxes').usage('COMMAND [OPTIONS]')
  sandbox
    .command('list')
    .alias('ls')
    .description('List sandboxes.')
    .addOption(new Option('--state <state>', 'only sandboxes in this state').choices(['running', 'paused']))
    .addOption(new Option('--json', 'print JSON').conflicts('quiet'))
    .option('-q, --quiet', 'print only IDs')
    .action(async ({ state, json, quiet }) => {
      const states = state === undefined ? ['running', 'paused'] : [state]
      done(await verbs.listSandboxes({ states, idsOnly: quiet === true }, json === true))
    })
  sandbox
    .command('kill')
    .description('Kill one or more sandboxes. Prints the ID of each one that was killed.')
    .usage('[OPTIONS] SANDBOX_ID [SANDBOX_ID...]')
    .argument('[ids...]', 'sandboxes to kill')
    .option('--all', 'kill every sandbox of the team', false)
    .action(async (ids: string[], { all }: { all: boolean }, command: Command) => {
      if (all === ids.length > 0) {
        const what = all ? 'takes no ID together with --all' : 'requires at least 1 argument'
        command.error(`Error: "cay sandbox kill" ${what}`)
      }
      done(await verbs.killSandboxes({ sandboxIds: ids, all }))
    })
  sandbox
    .command('egress')
    .description(
      'Show the connections, packets and DNS queries that the egress gateway refused to a sandbox, oldest first, since the sandbox started on this machine. Repeated refusals are counted.',
    )
    .argument('<id>', 'the sandbox')
    .option('--json', 'print JSON', false)
    .action(async (sandboxId: string, { json }: { json: boolean }) =>
      done(await verbs.showEgress(sandboxId, json)),
    )
}

function addEventsCommand(program: Command, verbs: Verbs, done: (code: number) => void): void {
  const events = program
    .command('events')
    .summary('Show who changed what, and why sandboxes ended; verify and export it')
    .description(
      'Show the audit log, newest first: calls that may have changed something, and ends of sandboxes with their reasons.',
    )
    .enablePositionalOptions()
  const show = async ({ follow, json, ...options }: EventOptions) => {
    const { sandbox: sandboxId, kind, team, all: isOfAllTeams, limit, since: sinceMs } = options
    const request = { sandboxId, kind, team, isOfAllTeams, limit, sinceMs }
    done(await (follow === true ? verbs.followEvents(request, json) : verbs.showEvents(request, json)))
  }
  withEventOptions(events)
    .option('-f, --follow', 'print each new event, oldest first, until Ctrl-C', false)
    .action(show)
  withEventOptions(events.command('list').alias('ls')).description('The same.').action(show)
  withEventOptions(events.command('follow'))
    .description('Print each new event, oldest first, until Ctrl-C.')
    .action(async (options: EventOptions) => show({ ...options, follow: true }))
  addLedgerCommands(events, verbs, done)
}

interface EventOptions {
  readonly sandbox?: string
  readonly kind?: string
  readonly team?: string
  readonly all: boolean
  readonly limit?: number
  readonly since?: number
  readonly follow?: boolean
  readonly json: boolean
}

function withEventOptions(command: Command): Command {
  const limit = new Option('--limit <n>', 'how many at most (default: 50, or all with --since)')
  const since = new Option('--since <when>', `only events since then: ${sinceWords}`)
  return command
    .option('--sandbox <id>', 'only events of this sandbox')
    .option('--kind <kind>', 'only events of this kind: createSandbox, sandboxPaused, sandboxEnded, …')
    .addOption(new Option('--team <slug>', 'events of another team; needs the admin token').conflicts('all'))
    .option('--all', 'events of all teams; needs the admin token', false)
    .addOption(since.argParser(parseSinceOption))
    .addOption(limit.argParser(parseCount))
    .addOption(jsonOption('print JSON; one object a line while following'))
}

function addNodeCommands(program: Command, verbs: Verbs, done: (code: number) => void): void {
  const node = program
    .command('node')
    .summary('Show the nodes that sandboxes run on, drain and remove them')
    .usage('COMMAND [OPTIONS]')
  node
    .command('list')
    .alias('ls')
    .description('Show the nodes, their resources, and how much of them is used.')
    .addOption(jsonOption())
    .action(async ({ json }) => done(await verbs.listNodes(json)))
  node
    .command('drain')
    .description(
      'Start and resume no sandboxes on the node until `cay node ready`. Running sandboxes go on. Prints the id of the node.',
    )
    .argument('[id]', 'the node, if there are several')
    .addOption(
      new Option(
        '--move',
        'move its sandboxes to other nodes of the cluster, and print what becomes of each; one for which no other node has room stays paused',
      ).default(false),
    )
    .action(async (nodeId: string | undefined, { move }: { move: boolean }) =>
      done(await (move ? verbs.moveNode(nodeId) : verbs.setNodeStatus(nodeId, 'draining'))),
    )
  node
    .command('ready')
    .description('Start sandboxes on the node again. Prints its id.')
    .argument('[id]', 'the node, if there are several')
    .action(async (nodeId?: string) => done(await verbs.setNodeStatus(nodeId, 'ready')))
  node
    .command('lost')
    .description(
      'Give up what runs on a node of a cluster that will not come back, without waiting 300 seconds: its running sandboxes have ended, and its stored paused ones can be resumed on other nodes. Prints the node.',
    )
    .argument('<id>', 'id or name of the node')
    .action(async (nodeId: string) => done(await verbs.loseNode(nodeId)))
  node
    .command('remove')
    .description(
      'Remove a node on which no sandboxes are from the cluster: its certificates are refused from then on. Prints the node.',
    )
    .argument('<id>', 'id or name of the node')
    .action(async (nodeId: string) => done(await verbs.removeNode(nodeId)))
}

function addTeamCommands(program: Command, verbs: Verbs, done: (code: number) => void): void {
  const team = program.command('team').summary('List, create and limit teams').usage('COMMAND [OPTIONS]')
  team
    .command('list')
    .alias('ls')
    .description('List all teams of this installation.')
    .addOption(jsonOption())
    .action(async ({ json }) => done(await verbs.listTeams(json)))
  team
    .command('create')
    .description('Create a team. Prints its first API key, which is not shown again.')
    .argument('<slug>', 'namespace of its template names: a-z, 0-9, - and _')
    .option('--name <name>', 'display name')
    .action(async (slug: string, { name }: { name?: string }) => done(await verbs.createTeam({ slug, name })))
  addLimitCommand(team, verbs, done)
}

/** By the names of the API. */
const limitOptions = {
  runningSandboxes: ['--sandboxes <n>', 'running sandboxes'],
  cpus: ['--cpus <n>', 'CPUs of its running sandboxes'],
  memoryMB: ['--memory-mb <n>', 'MiB of memory of its running sandboxes'],
  diskMB: ['--disk-mb <n>', 'MiB of disk of its sandboxes, paused ones too'],
  requestsPerMinute: ['--requests-per-minute <n>', 'requests a minute to each route of the API'],
} as const

function addLimitCommand(team: Command, verbs: Verbs, done: (code: number) => void): void {
  const limit = team
    .command('limit')
    .description(
      'Set the quotas and the rate limit of a team, and show them. Omitted limits stay; `none` removes a limit.',
    )
    .argument('<slug>', 'the team')
    .addOption(jsonOption())
  const names = Object.entries(limitOptions).map(([name, [flags, description]]) => {
    const option = new Option(flags, description).argParser(parseLimit)
    limit.addOption(option)
    return [name, option.attributeName()] as const
  })
  limit.action(
    async (
      slug: string,
      { json, ...limits }: Readonly<Record<string, number | null>> & { json: boolean },
    ) => {
      const given = names.flatMap(([name, attribute]) => {
        const value = limits[attribute]
        return value === undefined ? [] : [[name, value] as const]
      })
      done(await verbs.limitTeam({ slug, limits: Object.fromEntries(given) }, json))
    },
  )
}

function addKeyCommands(program: Command, verbs: Verbs, done: (code: number) => void): void {
  const key = program
    .command('key')
    .summary('List, create, rename and delete API keys')
    .usage('COMMAND [OPTIONS]')
  const scope = new Option('--scope <scope>', 'what the key may do').choices(keyScopes).default('full')
  key
    .command('list')
    .alias('ls')
    .description('List the API keys of the team, masked.')
    .addOption(jsonOption())
    .action(async ({ json }) => done(await verbs.listKeys(json)))
  key
    .command('create')
    .description('Create an API key. Prints it; it is not shown again.')
    .argument('<name>', 'what it is for')
    .addOption(scope)
    .option('--team <slug>', 'a key of another team; needs the admin token')
    .action(async (name: string, options: { scope: string; team?: string }) =>
      done(await verbs.createKey({ name, scope: options.scope, team: options.team })),
    )
  key
    .command('rename')
    .description('Rename an API key.')
    .argument('<id>', 'the key')
    .argument('<name>', 'what it is for')
    .action(async (id: string, name: string) => done(await verbs.renameKey(id, name)))
  key
    .command('delete')
    .description('Delete an API key. It is refused from the next request on.')
    .argument('<id>', 'the key')
    .action(async (id: string) => done(await verbs.deleteKey(id)))
}

function jsonOption(description = 'print JSON'): Option {
  return new Option('--json', description).default(false)
}

function parseSinceOption(text: string): number {
  const sinceMs = parseSince(text, Date.now())
  if (sinceMs === undefined) throw new InvalidArgumentError(`expected ${sinceWords}`)
  return sinceMs
}

function parseDomain(text: string): string {
  const domain = parseBaseDomain(text)
  if (domain === undefined)
    throw new InvalidArgumentError('expected a domain name without scheme and port, such as cay.localhost')
  return domain
}

function parseLimit(text: string): number | null {
  if (text === 'none') return null
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('expected a whole number or none')
  return Number(text)
}

function parseCount(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('expected a whole number')
  return Number(text)
}
