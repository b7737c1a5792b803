/**
 * Control over HTTP with a simulated node and a clock that stands still. Every answer is judged by the spec on its way
 * out: one that breaks it makes the test fail.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BlobStore } from '@cay/blobs/ports/blob-store.ts'
import { operations } from '@cay/contract/gen/control/operations.js'
import { resolveFairly } from '@cay/control/edge/host/resolve-host.ts'
import { makeSealer } from '@cay/control/edge/host/sealer.ts'
import { connectOrchestrator } from '@cay/control/edge/node/orchestrator-client.ts'
import { connectObserver } from '@cay/control/edge/observe/observe-client.ts'
import { openStore } from '@cay/control/edge/store/open-store.ts'
import { openSqlite } from '@cay/control/edge/store/sqlite-database.ts'
import { createPoster } from '@cay/control/edge/webhook/post-webhook.ts'
import type { ReadSegments } from '@cay/control/ports/artifact.ts'
import type { Issuer } from '@cay/control/ports/issuer.ts'
import type { OrchestratorClient } from '@cay/control/ports/orchestrator.ts'
import type { VolumeNode } from '@cay/control/ports/volume.ts'
import { FakeClock } from '@cay/control/sim/fake-clock.ts'
import { serveObserver } from '@cay/control/sim/serve-observer.ts'
import { SimulatedBuilder } from '@cay/control/sim/simulated-builder.ts'
import { SimulatedObserver } from '@cay/control/sim/simulated-observer.ts'
import { type ClusterParts, type RunningControl, startControl } from '@cay/control/start-control.ts'
import { compileRanges, type RangeSet } from '@cay/core/egress/range-set.ts'
import type { RetryMode } from '@cay/core/event/webhook.ts'
import { connectToVault } from '@cay/egress/edge/vault.ts'
import type { Vault } from '@cay/egress/ports/vault.ts'
import { watchOwnAddresses } from '@cay/kit/host/own-addresses.ts'
import { createResolver } from '@cay/kit/host/resolve-names.ts'
import { createLogger } from '@cay/kit/log.ts'
import { connectConsent } from '@cay/orchestrator/edge/sandbox/control-consent.ts'
import { onTestFinished, vi } from 'vitest'
import { type NodeVerb, SimulatedNode } from '../support/simulated-node.ts'

export const firstKey = `e2b_${'0'.repeat(40)}`
const trustedProxies = compileRanges([])
const identity = { trustDomain: 'cay.test', issuer: undefined }
export const adminToken = '5a'.repeat(32)
export const secondKey = `e2b_${'ab'.repeat(20)}`

type Server = Parameters<NonNullable<Parameters<typeof startControl>[0]['prepare']>>[0]

export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** Parsed when it is JSON; undefined when there was none. */
  readonly body: unknown
}

export interface World {
  readonly url: string
  readonly clock: FakeClock
  readonly node: SimulatedNode
  readonly observer: SimulatedObserver
  readonly builder: SimulatedBuilder
  /** Where control keeps everything. */
  readonly directory: string
  /** Names that control can resolve. */
  readonly hosts: Map<string, string[]>
  /** Control as an egress gateway asks it. */
  readonly vault: Vault
  /** `body` is sent as JSON unless it is text already. */
  call(
    method: string,
    path: string,
    options?: { body?: unknown; key?: string | null; headers?: Record<string, string> },
  ): Promise<Reply>
  create(fields?: object, key?: string): Promise<string>
  /** Stops control and starts it again over the same database. */
  restart(): Promise<void>
  /** Lets control do what it does without being asked. */
  settle(): Promise<void>
}

export interface WorldOptions {
  readonly maxSandboxHours?: number
  readonly domain?: string | null
  /** Put around what control keeps and whom it asks, at each of its starts. */
  readonly around?: <T extends object>(part: T) => T
  /** Opens the database of what control keeps. */
  readonly openDatabase?: typeof openSqlite
  /** The node is spoken to over sockets, in the messages of its protocol. */
  readonly isOverWire?: boolean
  /** The object store, whose records are served at `artifacts.sock`. */
  readonly blobs?: BlobStore
  /** Absent: the installation has no volumes. */
  readonly volumes?: VolumeNode
  /** Control has several nodes, and not `World.node`. */
  readonly cluster?: ClusterParts
  /** Parts of logs in the object store. */
  readonly readSegments?: ReadSegments
  readonly clock?: FakeClock
  /** Absent: users cannot sign in. */
  readonly issuer?: Issuer
  /** Where the dashboard was built. Absent: there is none. */
  readonly dashboard?: { readonly directory: string; readonly proxyPort: number }
  readonly trustedProxies?: RangeSet
  /** DNS servers for names that are not in `World.hosts`. Absent: there are none. */
  readonly nameServers?: readonly string[]
  /** Webhooks may be at 127.0.0.1, and at no other closed address. */
  readonly webhookRetries?: RetryMode
}

/** Ended with the test. */
export async function startWorld({
  around = (part) => part,
  openDatabase = openSqlite,
  isOverWire = false,
  blobs,
  volumes,
  cluster,
  dashboard,
  readSegments,
  clock = new FakeClock(),
  issuer,
  webhookRetries = 'day',
  nameServers,
  ...settings
}: WorldOptions = {}): Promise<World> {
  const directory = await mkdtemp(join(tmpdir(), 'cay-control-'))
  const node = new SimulatedNode(clock)
  const observer = new SimulatedObserver()
  const builder = new SimulatedBuilder()
  const consent = connectConsent(join(directory, 'vault.sock'))
  node.consent = consent.admitResume
  const asked = isOverWire ? await serve(directory, node, observer) : { orchestrator: node.client, observer }
  const faults: string[] = []
  const hosts = new Map<string, string[]>()
  let key = ''
  const resolve = nameServers === undefined ? async () => [] : createResolver({ servers: nameServers })
  const resolveHost = resolveFairly(async (host) => hosts.get(host) ?? (await resolve(host)))
  const loopback = { first: 0x7f000001, last: 0x7f000001 }
  const allowed = compileRanges([loopback])
  const start = async () =>
    startControl({
      store: around(await openStore(join(directory, 'cay.db'), openDatabase)),
      orchestrator: around<OrchestratorClient>(asked.orchestrator),
      observer: asked.observer,
      builder,
      clock,
      keyFile: {
        read: async () => undefined,
        write: async (written) => {
          key = written
        },
        create: async (made) => made,
      },
      adminTokenFile: {
        read: async () => adminToken,
        write: async () => undefined,
        create: async () => adminToken,
      },
      log: createLogger('control', 'silent'),
      settings: {
        ...{ apiKey: firstKey, eventDays: 90, maxSandboxHours: 24, domain: null, identity, trustedProxies },
        ...{ webhooks: { retries: webhookRetries, allowed }, ...settings },
      },
      sealer: makeSealer(Buffer.alloc(32, 7)),
      resolveHost,
      postWebhook: createPoster({ resolveHost, allowed, isOwnAddress: watchOwnAddresses() }),
      vaultSocket: join(directory, 'vault.sock'),
      ...(cluster === undefined ? {} : { cluster }),
      ...(volumes === undefined ? {} : { volumes }),
      ...(issuer === undefined ? {} : { issuer }),
      ...(dashboard === undefined ? {} : { dashboard }),
      ...(readSegments === undefined ? {} : { readSegments }),
      ...(blobs === undefined ? {} : { blobs, artifactsSocket: join(directory, 'artifacts.sock') }),
      listen: { host: '127.0.0.1', port: 0 },
      prepare: (app) => judgeAnswers(app, faults),
    })
  // Before control has the database: two writers in one thread would wait for each other.
  await writeFile(join(directory, 'cay.db'), await firstDatabase())
  let control: RunningControl = await start()
  if (key !== firstKey) throw new Error('the first key was not written down')
  onTestFinished(async () => {
    await control.stop()
    await rm(directory, { recursive: true })
    if (faults.length > 0) throw new Error(`answers that break the spec: ${faults.join('; ')}`)
  })
  const world: World = {
    get url() {
      return control.url
    },
    clock,
    node,
    observer,
    builder,
    directory,
    hosts,
    vault: connectToVault(join(directory, 'vault.sock')),
    call: (method, path, options = {}) => call(control.url + path, method, options),
    async create(fields = {}, withKey = firstKey) {
      const body = { templateID: 'base', ...fields }
      const reply = await world.call('POST', '/v2/sandboxes', { body, key: withKey })
      if (reply.status !== 201) throw new Error(`not created: ${JSON.stringify(reply.body)}`)
      return field(reply.body, 'sandboxID')
    },
    async restart() {
      await control.stop()
      control = await start()
    },
    settle: () => clock.advance(0),
  }
  await world.settle()
  return world
}

/** What control does without being asked is waited for, not timed. */
export function eventually(check: () => Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 45_000, interval: 20 })
}

/** Lets the timers of control pass in steps, so that each gets to the end of what it does. */
export async function pass(world: Pick<World, 'clock'>, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1000) await world.clock.advance(1000)
}

export interface Held {
  /** The node is in the middle of it. */
  readonly reached: Promise<void>
  /** Lets it go on, with an error when one is given. */
  release(error?: Error): void
  /** How often the node was asked for it since. */
  readonly count: number
}

/** Stops the node before the creates that it is asked for; with `isOnce` before the next one alone. */
export function holdCreates({ node }: Pick<World, 'node'>, { isOnce = false } = {}): Omit<Held, 'count'> {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const through = async () => undefined
  node.beforeCreate = async () => {
    if (isOnce) node.beforeCreate = through
    reached.resolve()
    await released.promise
  }
  return {
    reached: reached.promise,
    release(error) {
      if (error === undefined) released.resolve()
      else released.reject(error)
    },
  }
}

/** Stops the node in the middle of a verb; what it is asked for after the release goes through. */
export function hold({ node }: Pick<World, 'node'>, wanted: NodeVerb): Held {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let count = 0
  node.during = async (verb) => {
    if (verb !== wanted) return
    count += 1
    reached.resolve()
    await released.promise
  }
  return {
    reached: reached.promise,
    release: (error) => {
      node.during = async (verb) => {
        if (verb === wanted) count += 1
      }
      if (error === undefined) released.resolve()
      else released.reject(error)
    },
    get count() {
      return count
    },
  }
}

export function field(body: unknown, name: string): string {
  const value =
    typeof body === 'object' && body !== null
      ? Object.entries(body).find(([key]) => key === name)?.[1]
      : undefined
  if (typeof value !== 'string') throw new Error(`no text ${name} in ${JSON.stringify(body)}`)
  return value
}

async function call(
  url: string,
  method: string,
  {
    body,
    key = firstKey,
    headers = {},
  }: { body?: unknown; key?: string | null; headers?: Record<string, string> },
): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(key === null ? {} : { 'x-api-key': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text || undefined,
  }
}

/** Ended with the test. */
async function serve(directory: string, node: SimulatedNode, observer: SimulatedObserver) {
  const [nodeSocket, observeSocket] = [join(directory, 'node.sock'), join(directory, 'observe.sock')]
  await node.orchestrator.listen(nodeSocket)
  const served = await serveObserver(observer, observeSocket)
  onTestFinished(async () => {
    await Promise.all([node.orchestrator.close(), served.close()])
  })
  return { orchestrator: connectOrchestrator(nodeSocket), observer: connectObserver(observeSocket) }
}

let madeDatabase: Promise<Buffer> | undefined

/**
 * What each world begins with: the present schema, and another team, as an operator would add one. It is made once: the migrations
 * take a quarter of the processor time of a world.
 */
function firstDatabase(): Promise<Buffer> {
  madeDatabase ??= makeDatabase()
  return madeDatabase
}

async function makeDatabase(): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), 'cay-control-'))
  try {
    const path = join(directory, 'cay.db')
    await addSecondTeam(path)
    return await readFile(path)
  } finally {
    await rm(directory, { recursive: true })
  }
}

async function addSecondTeam(path: string): Promise<void> {
  const { registerApiKey } = await import('@cay/control/app/key/api-keys.ts')
  const store = await openStore(path)
  const team = await store.ensureTeam({ teamId: 'second', slug: 'second', name: 'Second' }, 0)
  const clock = new FakeClock(0)
  await registerApiKey({ store, clock }, team, { key: secondKey, name: 'second', scope: 'full' })
  await store.close()
}

function judgeAnswers(app: Server, faults: string[]): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { url, method } = request.routeOptions
    const operation = Object.values(operations).find((one) => one.url === url && one.method === method)
    if (operation === undefined || operation.isPublic) return
    const { statusCode } = reply
    const name = `${operation.id} ${statusCode}`
    const validate = operation.responses[statusCode]
    if (validate === undefined) faults.push(`${name} is not in the spec`)
    else if (validate === null && payload) faults.push(`${name} has a body`)
    else if (validate !== null && !validate(JSON.parse(String(payload)))) {
      faults.push(`${name}: ${JSON.stringify(validate.errors)}`)
    }
  })
}
