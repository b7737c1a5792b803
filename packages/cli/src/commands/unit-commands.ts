/** `cay install`, `cay upgrade` and `cay uninstall`. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Load } from './options.ts'

export interface UnitVerbs {
  upgrade(options: { to: string | undefined; isConfirmed: boolean; isDryRun: boolean }): Promise<number>
  installUnit(name: string): Promise<number>
  uninstallUnit(name: string): Promise<number>
  uninstall(request: { unitName: string; isPurged: boolean; isConfirmed: boolean }): Promise<number>
}

export function addUnitCommands(program: Command, load: Load<UnitVerbs>, done: (code: number) => void): void {
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
    .action(async ({ name }: { name: string }) => done(await (await load()).installUnit(name)))
  program
    .command('upgrade')
    .summary('Move to another version, and restart the services with it')
    .description(
      'Fetch what the remote of this clone has, check out the version, install its npm packages, check the settings with it, and restart the services; sandboxes go on. Goes back to the version of now if the new one does not become ready. Says first what it does, and refuses a clone with changes that are not committed.',
    )
    .option('--to <ref>', 'a tag, a branch or a commit; without it the branch of the clone is moved forward')
    .option('-y, --yes', 'do not ask', false)
    .option('--dry-run', 'fetch, say what would be done, and change no file', false)
    .action(
      async ({ to, yes: isConfirmed, dryRun: isDryRun }: { to?: string; yes: boolean; dryRun: boolean }) =>
        done(await (await load()).upgrade({ to, isConfirmed, isDryRun })),
    )
  program
    .command('uninstall')
    .summary('Take Cay off this machine')
    .description(
      'Stop the services of this data directory, end all of its sandboxes, and remove the unit of systemd and the file of its settings if Cay wrote them. The data is kept, unless --purge is given. Says first what it removes and what it leaves.',
    )
    .option(
      '--purge',
      'remove the data too: records, keys, templates, snapshots, volumes, logs; and the source of apt that Cay added',
      false,
    )
    .option('-y, --yes', 'do not ask', false)
    .addOption(
      new Option(
        '--systemd',
        'remove only the unit of systemd and its settings: sandboxes go on, and all data is kept',
      )
        .default(false)
        .conflicts('purge'),
    )
    .addOption(name())
    .action(async ({ name, systemd: isUnitOnly, purge: isPurged, yes: isConfirmed }: UninstallFlags) => {
      const verbs = await load()
      done(
        await (isUnitOnly
          ? verbs.uninstallUnit(name)
          : verbs.uninstall({ unitName: name, isPurged, isConfirmed })),
      )
    })
}

interface UninstallFlags {
  readonly name: string
  readonly systemd: boolean
  readonly purge: boolean
  readonly yes: boolean
}

function parseUnitName(text: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,62}$/.test(text)) return text
  throw new InvalidArgumentError('expected lower-case letters, digits and dashes')
}
