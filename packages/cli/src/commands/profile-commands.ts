/** `cay profile …`. */
import { type Command, InvalidArgumentError } from 'commander'
import type { OutputFormat } from '../dialect/output/table.ts'
import { jsonOption, type Load, type OutputFlag, outputOption } from './options.ts'

export interface ProfileRequest {
  readonly name: string
  readonly url: string | null
  readonly sandboxUrl: string | null
  readonly domain: string | null
}

export interface ProfileVerbs {
  /** Reads the key from the standard input. */
  addProfile(request: ProfileRequest): Promise<number>
  /** Null: none. */
  selectProfile(name: string | null): Promise<number>
  removeProfile(name: string): Promise<number>
  listProfiles(format: OutputFormat): Promise<number>
}

interface AddFlags {
  readonly url?: string
  readonly sandboxUrl?: string
  readonly domain?: string
}

export function addProfileCommands(
  program: Command,
  load: Load<ProfileVerbs>,
  done: (code: number) => void,
): void {
  const profile = program
    .command('profile')
    .summary('Name installations elsewhere, and choose the one to work on')
    .usage('COMMAND [OPTIONS]')
  profile
    .command('add')
    .description(
      'Name an installation, with an API key that is read from the standard input. The first one becomes the current one. Prints the name.',
    )
    .argument('<name>', 'a-z, 0-9, - and _')
    .option('--domain <name>', 'its domain, as `cay up --domain` has it', undefined)
    .option('--url <url>', 'its API, where it has no domain', parseUrl)
    .option('--sandbox-url <url>', 'its proxy, where it has no domain', parseUrl)
    .action(async (name: string, { url, sandboxUrl, domain }: AddFlags, command: Command) => {
      if (!/^[a-z0-9_-]{1,63}$/.test(name)) command.error('Error: a name has a-z, 0-9, - and _')
      if (domain === undefined && (url === undefined || sandboxUrl === undefined))
        command.error('Error: give --domain, or both --url and --sandbox-url')
      const request = { name, url: url ?? null, sandboxUrl: sandboxUrl ?? null, domain: domain ?? null }
      done(await (await load()).addProfile(request))
    })
  profile
    .command('use')
    .description('Work on this installation from now on; without a name, on that of this machine.')
    .argument('[name]', 'the profile')
    .action(async (name?: string) => done(await (await load()).selectProfile(name ?? null)))
  profile
    .command('list')
    .alias('ls')
    .description('List the profiles. Keys are not shown.')
    .addOption(outputOption())
    .addOption(jsonOption())
    .action(async ({ output }: OutputFlag) => done(await (await load()).listProfiles(output)))
  profile
    .command('rm')
    .description('Remove a profile with its key. Prints its name.')
    .argument('<name>', 'the profile')
    .action(async (name: string) => done(await (await load()).removeProfile(name)))
}

function parseUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('expected a URL that begins with http:// or https://')
  return text.replace(/\/+$/, '')
}
