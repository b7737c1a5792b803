/** `cay help sandbox list`: the help of any command, however deep. commander's own looks one step down only. */
import { findNearestName } from '@cay/core/nearest-name.ts'
import type { Command } from 'commander'

/** For a command and for all below it that have commands of their own. */
export function addHelpCommands(command: Command): void {
  if (command.commands.length === 0) return
  for (const each of command.commands) addHelpCommands(each)
  command.helpCommand(false)
  command
    .command('help')
    .argument('[command...]', 'the command to be explained')
    .summary('Print help for a command')
    .action((path: string[]) => findCommand(command, path).outputHelp())
}

function findCommand(from: Command, path: readonly string[]): Command {
  return path.reduce((command, name) => {
    const found = command.commands.find((each) => [each.name(), ...each.aliases()].includes(name))
    return found ?? refuseName(command, name)
  }, from)
}

function refuseName(command: Command, name: string): never {
  const nearest = findNearestName(
    name,
    command.commands.map((each) => each.name()),
  )
  command.error(
    `error: unknown command '${name}'${nearest === undefined ? '' : `\n(Did you mean ${nearest}?)`}`,
  )
}
