/** `cay install` and `cay uninstall`. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Load } from './options.ts'

export interface UnitVerbs {
  installUnit(name: string): Promise<number>
  uninstallUnit(name: string): Promise<number>
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
    .command('uninstall')
    .summary('Start the services with the machine no longer')
    .description(
      'Stop the services and remove their unit and the file of its settings. Sandboxes go on, and records and templates are kept.',
    )
    .addOption(systemd())
    .addOption(name())
    .action(async ({ name }: { name: string }) => done(await (await load()).uninstallUnit(name)))
}

function parseUnitName(text: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,62}$/.test(text)) return text
  throw new InvalidArgumentError('expected lower-case letters, digits and dashes')
}
