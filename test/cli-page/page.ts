/** The tables of docs/cli.md, as the table of commands says. What stands before them is written by hand. */
import { addAllTables } from '@cay/cli/commands/all-tables.ts'
import { createProgram } from '@cay/cli/commands/commands.ts'
import type { VerbLoaders } from '@cay/cli/commands/tables.ts'

type Command = ReturnType<typeof createProgram>['program']
type Argument = Command['registeredArguments'][number]
type Option = Command['options'][number]

const marker = '<!-- Written by `npm run cli-page`: everything below. -->\n'

/** Keeps the page down to the marker, and writes the rest anew. */
export function renderPage(page: string): string {
  const [head = ''] = page.split(marker)
  const { program } = createProgram({ version: '', recipes: () => [] }, {} as VerbLoaders, addAllTables)
  return `${head}${marker}${shown(program)
    .map((command) => renderCommand(command, 'cay'))
    .join('')}`
}

function shown(command: Command): Command[] {
  return command.commands
    .filter((each) => each.name() !== 'help' && !each.name().startsWith('__'))
    .toSorted((one, other) => (one.name() < other.name() ? -1 : 1))
}

function renderCommand(command: Command, above: string): string {
  const path = `${above} ${command.name()}`
  const below = shown(command)
  const isRun = below.length === 0 || command.options.length > 0 || command.registeredArguments.length > 0
  const own = isRun ? renderOne(command, path) : ''
  const head = above === 'cay' ? `\n## ${path}\n\n${command.description()}\n` : ''
  return `${head}${own}${below.map((each) => renderCommand(each, path)).join('')}`
}

function renderOne(command: Command, path: string): string {
  const args = command.registeredArguments.map(usageOf).join(' ')
  const aliases = command.aliases().map((alias) => `\`${alias}\``)
  const rows = [
    ...command.registeredArguments.map((argument) => row(usageOf(argument), argument.description, argument)),
    ...command.options
      .filter(({ hidden }) => !hidden)
      .map((option) => row(option.flags, option.description, option)),
  ]
  const isTop = path.split(' ').length === 2
  return [
    '',
    `### \`${[path, args].filter(Boolean).join(' ')}\``,
    '',
    ...(isTop ? [] : [command.description()]),
    ...(aliases.length === 0 ? [] : [`Also ${aliases.join(', ')}.`]),
    ...(isTop && aliases.length === 0 ? [] : ['']),
    ...(rows.length === 0 ? [] : ['| | |', '|---|---|', ...rows, '']),
  ].join('\n')
}

function usageOf(argument: Argument): string {
  const name = `${argument.name().toUpperCase()}${argument.variadic ? '...' : ''}`
  return argument.required ? name : `[${name}]`
}

function row(usage: string, description: string, { argChoices }: Argument | Option): string {
  const choices =
    argChoices === undefined ? '' : `: ${argChoices.map((choice) => `\`${choice}\``).join(', ')}`
  return `| \`${usage.replaceAll('|', '\\|')}\` | ${`${description}${choices}`.replaceAll('|', '\\|')} |`
}
