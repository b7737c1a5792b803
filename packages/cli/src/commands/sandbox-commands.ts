/** `cay sandbox …`. */
import { type Command, Option } from 'commander'
import type { KillRequest } from '../app/sandbox/kill-sandboxes.ts'
import type { ListOptions } from '../app/sandbox/list-sandboxes.ts'
import type { OutputFormat } from '../dialect/output/table.ts'
import { jsonOption, type Load, type OutputFlag, outputOption } from './options.ts'

export interface SandboxVerbs {
  listSandboxes(options: ListOptions, format: OutputFormat): Promise<number>
  killSandboxes(request: KillRequest): Promise<number>
  showEgress(sandboxId: string, format: OutputFormat): Promise<number>
}

export function addSandboxCommands(
  program: Command,
  load: Load<SandboxVerbs>,
  done: (code: number) => void,
): void {
  const sandbox = program.command('sandbox').summary('List and kill sandboxes').usage('COMMAND [OPTIONS]')
  sandbox
    .command('list')
    .alias('ls')
    .description('List sandboxes.')
    .addOption(new Option('--state <state>', 'only sandboxes in this state').choices(['running', 'paused']))
    .addOption(outputOption().conflicts('quiet'))
    .addOption(jsonOption().conflicts('quiet'))
    .option('-q, --quiet', 'print only IDs')
    .action(async ({ state, output, quiet }) => {
      const states = state === undefined ? ['running', 'paused'] : [state]
      done(await (await load()).listSandboxes({ states, idsOnly: quiet === true }, output))
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
      done(await (await load()).killSandboxes({ sandboxIds: ids, all }))
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
