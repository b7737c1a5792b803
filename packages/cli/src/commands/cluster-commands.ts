/** `cay cluster …` and `cay join`. */
import type { Command } from 'commander'
import type { ClusterRequest } from '../app/cluster/init-cluster.ts'
import type { JoinOptions } from '../app/cluster/join.ts'
import type { Load } from './options.ts'

export interface ClusterVerbs {
  initCluster(request: ClusterRequest): Promise<number>
  makeToken(): Promise<number>
  join(request: JoinOptions): Promise<number>
}

export function addClusterCommands(
  program: Command,
  load: Load<ClusterVerbs>,
  done: (code: number) => void,
): void {
  const cluster = program
    .command('cluster')
    .summary('Make a cluster of this machine and others')
    .usage('COMMAND [OPTIONS]')
  cluster
    .command('init')
    .description(
      'Move the records of this machine into an empty PostgreSQL database, and use them there from the next start on; with --blobs, keep paused sandboxes, snapshots and templates in an object store as well. Stop Cay first, with Ctrl-C and not with `cay down`: its sandboxes go on, and `cay up` finds them again. A failure changes nothing.',
    )
    .requiredOption('--database <url>', 'the database: postgresql://USER:PASSWORD@HOST:PORT/DATABASE')
    .option('--blobs <url>', 'the object store: s3://KEY:SECRET@HOST:PORT/BUCKET or file:///DIRECTORY')
    .option(
      '--address <host:port>',
      'where other machines reach control here, usually port 3003: CAY_CLUSTER_ADDRESS',
    )
    .action(async ({ database: databaseUrl, blobs: blobsUrl, address }: InitOptions) =>
      done(
        await (await load()).initCluster({
          databaseUrl,
          ...(blobsUrl === undefined ? {} : { blobsUrl }),
          ...(address === undefined ? {} : { address }),
        }),
      ),
    )
  cluster
    .command('token')
    .description(
      'Print the command that makes another machine a node of this cluster. It holds for one machine, within the next hour. Run it where control runs.',
    )
    .action(async () => done(await (await load()).makeToken()))
  program
    .command('join')
    .summary('Make this machine a node of a cluster, and run it')
    .description(
      'Make this machine a node of the cluster whose `cay cluster token` printed the command. Checks the host, gets the certificates of the node, and starts the services of a node in the foreground. Later starts take `cay up`.',
    )
    .argument('<url>', 'a control process of the cluster: https://HOST:3003')
    .requiredOption('--token <token>', 'as `cay cluster token` printed it')
    .option('--name <name>', 'name of the node, unique in the cluster (default: the name of the host)')
    .action(async (url: string, { token, name }: { token: string; name?: string }) =>
      done(await (await load()).join({ url, token, name })),
    )
}

interface InitOptions {
  readonly database: string
  readonly blobs?: string
  readonly address?: string
}
