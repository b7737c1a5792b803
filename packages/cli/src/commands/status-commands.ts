/** `cay status`, `cay env` and `cay logs`. */
import { Argument, type Command } from 'commander'
import type { OutputFormat } from '../dialect/output/table.ts'
import { jsonOption, type Load, type OutputFlag, outputOption, parseCount } from './options.ts'

export interface LogFileRequest {
  readonly service: string
  readonly isFollowed: boolean
  /** Undefined: all of the present file. */
  readonly lines: number | undefined
}

export interface StatusVerbs {
  showStatus(format: OutputFormat): Promise<number>
  printEnvironment(): Promise<number>
  showServiceLog(request: LogFileRequest): Promise<number>
}

const logNames = ['control', 'orchestrator', 'proxy', 'egress', 'agent', 'up'] as const

export function addStatusCommands(
  program: Command,
  load: Load<StatusVerbs>,
  done: (code: number) => void,
): void {
  program
    .command('status')
    .summary('Show whether Cay runs here, its services and what they hold')
    .description(
      'Show whether Cay runs here, its services and versions, its sandboxes and its disk. The exit code is 3 if it does not run as it should.',
    )
    .addOption(outputOption(['json', 'yaml', 'name']))
    .addOption(jsonOption())
    .action(async ({ output }: OutputFlag) => done(await (await load()).showStatus(output)))
  program
    .command('env')
    .summary('Print the settings of official clients, for eval "$(cay env)"')
    .description(
      'Print what official clients read from the environment, as a shell takes it: eval "$(cay env)". The API key is in it.',
    )
    .action(async () => done(await (await load()).printEnvironment()))
  program
    .command('logs')
    .summary('Show the log of a service')
    .description(
      'Show the log of a service of this machine: one JSON object a line, which docs/log-events.md explains. `up` is what `cay up --detach` said.',
    )
    .addArgument(new Argument('<service>', 'the service').choices(logNames))
    .option('-f, --follow', 'print each new line, until Ctrl-C', false)
    .option('-n, --tail <n>', 'the newest lines only (default: all of the present file)', parseCount)
    .action(async (service: string, { follow, tail }: { follow: boolean; tail?: number }) =>
      done(await (await load()).showServiceLog({ service, isFollowed: follow, lines: tail })),
    )
}
