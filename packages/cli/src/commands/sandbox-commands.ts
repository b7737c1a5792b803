/** `cay sandbox …`. */
import { type Command, Option } from 'commander'
import type { KillRequest } from '../app/sandbox/kill-sandboxes.ts'
import type { ListOptions } from '../app/sandbox/list-sandboxes.ts'

export interface SandboxVerbs {
  listSandboxes(options: ListOptions, asJson: boolean): Promise<number>
  killSandboxes(request: KillRequest): Promise<number>
  showEgress(sandboxId: string, asJson: boolean): Promise<number>
}

export function addSandboxCommands(
  program: Command,
  verbs: SandboxVerbs,
  done: (code: number) => void,
): void {
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
