/**
 * A cluster as a user makes one: a single machine that becomes the first member, and machines that join it by the command
 * that it prints. Records are in a real PostgreSQL and artifacts in a real S3 server, both on the test's own machine.
 */
import { mkdir, readFile, rm } from 'node:fs/promises'
import type { S3Location } from '@cay/kit/blobs-settings.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { acquireLock } from '@cay/kit/host/lock-file.ts'
import { buildBundledTemplate } from '../../support/bundled-template.ts'
import { printComplaints } from '../../support/complaints.ts'
import { freePorts } from '../../support/free-ports.ts'
import { copyBaseTemplate, copyBaseTree, testDataDir } from '../../support/installation.ts'
import { anyPostgres, type PostgresServer, startPostgres } from '../../support/postgres.ts'
import { type SwiftServer, startSwift, swiftOwner } from '../../support/swift-server.ts'
import { refuseLeftovers, type Traces } from './leftovers.ts'
import { openNetwork, type RigNetwork } from './network.ts'
import { pathWithNode, RigNode } from './node.ts'

export interface Rig extends AsyncDisposable {
  readonly network: RigNetwork
  readonly nodes: readonly RigNode[]
  readonly postgres: PostgresServer
  readonly databaseUrl: string
  readonly swift: SwiftServer
  /** The first team's. */
  readonly apiKey: string
  readonly adminToken: string
  node(index: number): RigNode
}

export interface RigOptions {
  /** Part of the directory's name. */
  readonly name: string
  /** The root of a Debian tree with Swift in it. */
  readonly tree: string
  readonly env?: Readonly<Record<string, string>>
  /** Settings of the first machine alone, which tells those that join what all have in common. */
  readonly firstEnv?: Readonly<Record<string, string>>
  /** The clone of Cay that the nodes run first. Default: this one. */
  readonly clone?: string
  /** A data directory with the base template that the machines have from the beginning. Default: that of `npm test`, which is built first. */
  readonly templates?: string
  /** The machines can build the base template again, as another version may have to: they reach no Debian mirror. */
  readonly canBuild?: boolean
}

const nodeCount = 3
/** Its base template is that of this clone. */
const shared = testDataDir(process.env.CAY_TEST_NAME)
/** Seconds until another run has ended. */
const lockSecondsMax = 600

export async function startRig(options: RigOptions): Promise<Rig> {
  const { name, tree, env: more = {}, firstEnv = {}, clone, ...base } = options
  await using stack = new AsyncDisposableStack()
  stack.use(endWithRunner())
  const directory = testDataDir(name)
  const lock = await acquireLock(`${directory}.lock`, lockSecondsMax)
  if (lock === undefined) throw new Error(`another test run is at work in ${directory}`)
  stack.defer(() => lock.release())
  const traces: Traces[] = []
  stack.defer(() => refuseLeftovers(traces))
  const network = stack.use(await openNetwork())
  const env = { ...baseEnvironment(), ...more }
  const nodes = Array.from(
    { length: nodeCount },
    (_, index) => new RigNode({ index: index + 1, directory, network, env, clone }),
  )
  traces.push(...nodes)
  for (const node of nodes) await node.removeEarlier()
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true })
  stack.defer(() => rm(directory, { recursive: true, force: true }))
  // They end after the nodes.
  const servers = stack.use(new AsyncDisposableStack())
  // Each for itself: one that cannot be ended keeps no other from it.
  for (const node of nodes) stack.defer(() => endNode(node))
  const [first, second, third] = nodes
  if (first === undefined || second === undefined || third === undefined) throw new Error('three nodes')
  const [[postgres, swift]] = await allOf([
    startServers(network.hostAddress, tree, servers),
    prepareMachines(nodes, first, base),
  ])
  const databaseUrl = await postgres.createDatabase()
  const blobsUrl = urlOf(await swift.createBucket('cay-cluster'))
  first.configure(firstEnv)
  await makeFirst(first, { databaseUrl, blobsUrl })
  const layout = dataLayout(first.dataDir)
  const [apiKey, adminToken, secretsKey] = await Promise.all(
    [layout.apiKeyFile, layout.adminTokenFile, layout.secretsKeyFile].map(async (path) =>
      (await readFile(path, 'utf8')).trim(),
    ),
  )
  const settings = {
    ...{ CAY_DATABASE_URL: databaseUrl, CAY_BLOBS_URL: blobsUrl, ...blobsCredentials },
    ...{ CAY_SECRETS_KEY: secretsKey ?? '', CAY_CLUSTER_ADDRESS: `${second.address}:3003` },
  }
  await Promise.all([joinWithControl(first, second, settings), joinBy(first, third)])
  const owned = stack.move()
  return {
    ...{ network, nodes, postgres, databaseUrl, swift },
    ...{ apiKey: apiKey ?? '', adminToken: adminToken ?? '' },
    node(index) {
      const node = nodes[index - 1]
      if (node === undefined) throw new Error(`there is no node ${index}`)
      return node
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function startServers(
  host: string,
  tree: string,
  stack: AsyncDisposableStack,
): Promise<readonly [PostgresServer, SwiftServer]> {
  const swift = async () => stack.use(await startSwift(tree, host))
  return await allOf([startDatabase(host, stack), swift()])
}

/** Unlike `Promise.all`, rejects when all of them have settled: what they have started is known then. */
async function allOf<T extends readonly unknown[] | []>(work: T) {
  await Promise.allSettled(work)
  return await Promise.all(work)
}

async function startDatabase(host: string, stack: AsyncDisposableStack): Promise<PostgresServer> {
  const [port = 0] = await freePorts(1)
  if (anyPostgres === undefined) throw new Error('no version of PostgreSQL is installed')
  const postgres = await startPostgres(anyPostgres, { host, port })
  stack.defer(() => postgres.stop())
  return postgres
}

/**
 * The first is a single machine that was used before. All of them have the base template already: that a node fetches what it
 * lacks is shown by a sandbox that resumes on another one, and takes long for a whole root file system.
 */
async function prepareMachines(
  nodes: readonly RigNode[],
  first: RigNode,
  { templates = shared, canBuild = false }: Pick<RigOptions, 'templates' | 'canBuild'>,
): Promise<void> {
  // The machines could not: they reach no Debian mirror.
  if (templates === shared) await buildBundledTemplate(shared, 'base')
  await Promise.all(nodes.map((node) => node.powerOn()))
  for (const node of nodes) {
    await copyBaseTemplate(templates, node.dataDir)
    if (canBuild) await copyBaseTree(node.dataDir)
  }
  await first.foreground('up')
  await first.stop()
}

/** A single machine becomes a member of a cluster. */
async function makeFirst(
  node: RigNode,
  { databaseUrl, blobsUrl }: { readonly databaseUrl: string; readonly blobsUrl: string },
): Promise<void> {
  node.configure(blobsCredentials)
  await command(
    node,
    ...['cluster', 'init', '--database', databaseUrl, '--blobs', blobsUrl],
    ...['--address', `${node.address}:3003`],
  )
  await node.foreground('up')
}

/** Runs on `node` what `cay cluster token` prints on `member`. */
export async function joinBy(member: RigNode, node: RigNode): Promise<void> {
  const line = await command(member, 'cluster', 'token')
  const words = line.trim().split(' ')
  if (words[0] !== 'npx' || words[1] !== 'cay') throw new Error(`cay cluster token printed ${line}`)
  await node.foreground(...words.slice(2))
}

/** Joins, and starts again with a control process. */
async function joinWithControl(
  member: RigNode,
  node: RigNode,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  await joinBy(member, node)
  node.configure(settings)
  await node.stop()
  await node.foreground('up')
}

/** `cay ARGS` on the node; throws unless it succeeds. Returns what it printed. */
export async function command(node: RigNode, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await node.cay(...args)
  if (code !== 0) throw new Error(`cay ${args[0]} on ${node.name} ended with ${code}: ${stdout}${stderr}`)
  return stdout
}

async function endNode(node: RigNode): Promise<void> {
  await printComplaints(node.dataDir)
  await node.cutPower({ disk: 'lost' })
}

/**
 * When the test runner is killed, its worker would go on to the end of the test, and the next run wait for it. Everything ends
 * with the worker.
 */
function endWithRunner(): Disposable {
  const end = () => process.kill(process.pid, 'SIGKILL')
  process.once('disconnect', end)
  return { [Symbol.dispose]: () => void process.off('disconnect', end) }
}

const blobsCredentials = {
  CAY_BLOBS_ACCESS_KEY: swiftOwner.accessKey,
  CAY_BLOBS_SECRET_KEY: swiftOwner.secretKey,
}

function urlOf({ endpoint, bucket }: S3Location): string {
  return `s3://${endpoint.replace('http://', '')}/${bucket}/cay?tls=off`
}

/** No setting of the test's own installation reaches a node. */
function baseEnvironment(): Record<string, string> {
  const { LC_ALL = 'C.UTF-8', HOME = '/root' } = process.env
  const compileCache = process.env.NODE_COMPILE_CACHE
  return {
    ...{ LC_ALL, HOME, PATH: pathWithNode(), CAY_POOL_SIZE: '0', CAY_POOL_CREATED: '0' },
    ...(compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache }),
  }
}
