/** `cay team …` and `cay key …`. */
import { keyScopes } from '@cay/core/team/key-scope.ts'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { NewKey } from '../app/team/team-commands.ts'
import { untilWords } from '../dialect/event/since.ts'
import type { OutputFormat } from '../dialect/output/table.ts'
import { jsonOption, type Load, type OutputFlag, outputOption, parseFuture } from './options.ts'

export interface TeamVerbs {
  listTeams(format: OutputFormat): Promise<number>
  createTeam(team: { slug: string; name: string | undefined }): Promise<number>
  limitTeam(
    change: { slug: string; limits: Readonly<Record<string, number | null>> },
    format: OutputFormat,
  ): Promise<number>
  labelTeam(slug: string, changes: readonly string[]): Promise<number>
  listKeys(format: OutputFormat): Promise<number>
  createKey(key: NewKey): Promise<number>
  renameKey(keyId: string, name: string): Promise<number>
  deleteKey(keyId: string): Promise<number>
}

export function addTeamCommands(program: Command, load: Load<TeamVerbs>, done: (code: number) => void): void {
  const team = program.command('team').summary('List, create and limit teams').usage('COMMAND [OPTIONS]')
  team
    .command('list')
    .alias('ls')
    .description('List all teams of this installation.')
    .addOption(outputOption())
    .addOption(jsonOption())
    .action(async ({ output }: OutputFlag) => done(await (await load()).listTeams(output)))
  team
    .command('create')
    .description('Create a team. Prints its first API key, which is not shown again.')
    .argument('<slug>', 'namespace of its template names: a-z, 0-9, - and _')
    .option('--name <name>', 'display name')
    .action(async (slug: string, { name }: { name?: string }) =>
      done(await (await load()).createTeam({ slug, name })),
    )
  team
    .command('labels')
    .description(
      'Set and remove labels that nodes of the cluster need for sandboxes and builds of a team, and print those that they need then: nodes that lack one of them get none. What is on other nodes stays there.',
    )
    .argument('<slug>', 'the team')
    .argument('[changes...]', 'key or key=value sets a label, key- removes it')
    .action(async (slug: string, changes: string[]) => done(await (await load()).labelTeam(slug, changes)))
  addLimitCommand(team, load, done)
}

/** By the names of the API. */
const limitOptions = {
  runningSandboxes: ['--sandboxes <n>', 'running sandboxes'],
  cpus: ['--cpus <n>', 'CPUs of its running sandboxes'],
  memoryMB: ['--memory-mb <n>', 'MiB of memory of its running sandboxes'],
  diskMB: ['--disk-mb <n>', 'MiB of disk of its sandboxes, paused ones too'],
  volumeMB: ['--volume-mb <n>', 'MiB of all its volumes, by their sizes (default: as for the disk)'],
  requestsPerMinute: ['--requests-per-minute <n>', 'requests a minute to each route of the API'],
} as const

function addLimitCommand(team: Command, load: Load<TeamVerbs>, done: (code: number) => void): void {
  const limit = team
    .command('limit')
    .description(
      'Set the quotas and the rate limit of a team, and show them. Omitted limits stay; `none` removes a limit.',
    )
    .argument('<slug>', 'the team')
    .addOption(outputOption())
    .addOption(jsonOption())
  const names = Object.entries(limitOptions).map(([name, [flags, description]]) => {
    const option = new Option(flags, description).argParser(parseLimit)
    limit.addOption(option)
    return [name, option.attributeName()] as const
  })
  limit.action(
    async (slug: string, { output, ...limits }: Readonly<Record<string, number | null>> & OutputFlag) => {
      const given = names.flatMap(([name, attribute]) => {
        const value = limits[attribute]
        return value === undefined ? [] : [[name, value] as const]
      })
      done(await (await load()).limitTeam({ slug, limits: Object.fromEntries(given) }, output))
    },
  )
}

interface KeyFlags {
  readonly scope: string
  readonly team?: string
  readonly expires?: number
}

export function addKeyCommands(program: Command, load: Load<TeamVerbs>, done: (code: number) => void): void {
  const key = program
    .command('key')
    .summary('List, create, rename and delete API keys')
    .usage('COMMAND [OPTIONS]')
  const scope = new Option('--scope <scope>', 'what the key may do').choices(keyScopes).default('full')
  const expires = new Option(
    '--expires <when>',
    `when the key expires: ${untilWords} (default: never)`,
  ).argParser(parseFuture)
  key
    .command('list')
    .alias('ls')
    .description('List the API keys of the team, masked.')
    .addOption(outputOption())
    .addOption(jsonOption())
    .action(async ({ output }: OutputFlag) => done(await (await load()).listKeys(output)))
  key
    .command('create')
    .description('Create an API key. Prints it; it is not shown again.')
    .argument('<name>', 'what it is for')
    .addOption(scope)
    .option('--team <slug>', 'a key of another team; needs the admin token')
    .addOption(expires)
    .action(async (name: string, { scope, team, expires: expiresAtMs }: KeyFlags) =>
      done(await (await load()).createKey({ name, scope, team, expiresAtMs })),
    )
  key
    .command('rename')
    .description('Rename an API key.')
    .argument('<id>', 'the key')
    .argument('<name>', 'what it is for')
    .action(async (id: string, name: string) => done(await (await load()).renameKey(id, name)))
  key
    .command('delete')
    .description('Delete an API key. It is refused from the next request on.')
    .argument('<id>', 'the key')
    .action(async (id: string) => done(await (await load()).deleteKey(id)))
}

function parseLimit(text: string): number | null {
  if (text === 'none') return null
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('expected a whole number or none')
  return Number(text)
}
