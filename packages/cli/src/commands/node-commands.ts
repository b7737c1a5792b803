/** `cay node …`. */
import { type Command, Option } from 'commander'
import type { OutputFormat } from '../dialect/output/table.ts'
import { jsonOption, type Load, type OutputFlag, outputOption } from './options.ts'

export interface NodeVerbs {
  listNodes(format: OutputFormat): Promise<number>
  labelNode(nodeId: string, changes: readonly string[]): Promise<number>
  setNodeStatus(nodeId: string | undefined, status: 'ready' | 'draining'): Promise<number>
  moveNode(nodeId: string | undefined): Promise<number>
  loseNode(nodeId: string): Promise<number>
  removeNode(nodeId: string, options: { readonly isForced: boolean }): Promise<number>
}

export function addNodeCommands(program: Command, load: Load<NodeVerbs>, done: (code: number) => void): void {
  const node = program
    .command('node')
    .summary('Show the nodes that sandboxes run on, drain and remove them')
    .usage('COMMAND [OPTIONS]')
  node
    .command('list')
    .alias('ls')
    .description('Show the nodes, their resources, and how much of them is used.')
    .addOption(outputOption())
    .addOption(jsonOption())
    .action(async ({ output }: OutputFlag) => done(await (await load()).listNodes(output)))
  node
    .command('drain')
    .description(
      'Start and resume no sandboxes on the node until `cay node ready`. Running sandboxes go on. Prints the id of the node.',
    )
    .argument('[id]', 'the node, if there are several')
    .addOption(
      new Option(
        '--move',
        'move its sandboxes to other nodes of the cluster, and print what becomes of each; one for which no other node has room stays paused',
      ).default(false),
    )
    .action(async (nodeId: string | undefined, { move }: { move: boolean }) =>
      done(await (move ? (await load()).moveNode(nodeId) : (await load()).setNodeStatus(nodeId, 'draining'))),
    )
  node
    .command('ready')
    .description('Start sandboxes on the node again. Prints its id.')
    .argument('[id]', 'the node, if there are several')
    .action(async (nodeId?: string) => done(await (await load()).setNodeStatus(nodeId, 'ready')))
  node
    .command('labels')
    .description(
      'Set and remove labels of a node of a cluster, as `kubectl label` does, and print those that it has then. Without changes they are only printed. What is on the node stays there.',
    )
    .argument('<id>', 'id or name of the node')
    .argument('[changes...]', 'key or key=value sets a label, key- removes it')
    .action(async (nodeId: string, changes: string[]) =>
      done(await (await load()).labelNode(nodeId, changes)),
    )
  node
    .command('lost')
    .description(
      'Give up what runs on a node of a cluster that will not come back, without waiting 300 seconds: its running sandboxes have ended, and its stored paused ones can be resumed on other nodes. Prints the node.',
    )
    .argument('<id>', 'id or name of the node')
    .action(async (nodeId: string) => done(await (await load()).loseNode(nodeId)))
  node
    .command('remove')
    .description(
      'Remove a node on which no sandboxes are from the cluster: its certificates are refused from then on. A node with volumes is removed with --force only. Prints the node.',
    )
    .argument('<id>', 'id or name of the node')
    .option('-f, --force', 'also while volumes are on it, which are lost with it', false)
    .action(async (nodeId: string, { force }: { force: boolean }) =>
      done(await (await load()).removeNode(nodeId, { isForced: force })),
    )
}
