/** `cay events …`. */
import { type Command, Option } from 'commander'
import type { EventRequest } from '../app/event/show-events.ts'
import { sinceWords } from '../dialect/event/since.ts'
import type { OutputFormat } from '../dialect/output/table.ts'
import { addLedgerCommands, type LedgerVerbs } from './ledger-commands.ts'
import { jsonOption, type Load, type OutputFlag, outputOption, parseCount, parseInstant } from './options.ts'

export interface EventVerbs extends LedgerVerbs {
  showEvents(request: EventRequest, format: OutputFormat): Promise<number>
  followEvents(request: EventRequest, format: OutputFormat): Promise<number>
}

export function addEventsCommand(
  program: Command,
  load: Load<EventVerbs>,
  done: (code: number) => void,
): void {
  const events = program
    .command('events')
    .summary('Show who changed what, and why sandboxes ended; verify and export it')
    .description(
      'Show the audit log, newest first: calls that may have changed something, and ends of sandboxes with their reasons.',
    )
    .enablePositionalOptions()
  const show = async ({ follow, output, ...options }: EventOptions) => {
    const { sandbox: sandboxId, kind, team, all: isOfAllTeams, limit, since: sinceMs } = options
    const request = { sandboxId, kind, team, isOfAllTeams, limit, sinceMs }
    done(
      await (follow === true
        ? (await load()).followEvents(request, output)
        : (await load()).showEvents(request, output)),
    )
  }
  withEventOptions(events)
    .option('-f, --follow', 'print each new event, oldest first, until Ctrl-C', false)
    .action(show)
  withEventOptions(events.command('list').alias('ls')).description('The same.').action(show)
  withEventOptions(events.command('follow'))
    .description('Print each new event, oldest first, until Ctrl-C.')
    .action(async (options: EventOptions) => show({ ...options, follow: true }))
  addLedgerCommands(events, load, done)
}

interface EventOptions extends OutputFlag {
  readonly sandbox?: string
  readonly kind?: string
  readonly team?: string
  readonly all: boolean
  readonly limit?: number
  readonly since?: number
  readonly follow?: boolean
}

function withEventOptions(command: Command): Command {
  const limit = new Option('--limit <n>', 'how many at most (default: 50, or all with --since)')
  const since = new Option('--since <when>', `only events since then: ${sinceWords}`)
  return command
    .option('--sandbox <id>', 'only events of this sandbox')
    .option('--kind <kind>', 'only events of this kind: createSandbox, sandboxPaused, sandboxEnded, …')
    .addOption(new Option('--team <slug>', 'events of another team; needs the admin token').conflicts('all'))
    .option('--all', 'events of all teams; needs the admin token', false)
    .addOption(since.argParser(parseInstant))
    .addOption(limit.argParser(parseCount))
    .addOption(outputOption())
    .addOption(jsonOption('print JSON; one object a line while following'))
}
