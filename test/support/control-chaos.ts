/**
 * Random calls to two control processes over one PostgreSQL and one simulated node, while processes are killed and the
 * database restarts. What clients were told is recorded, and judged against what is there in the end.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '@cay/control/edge/host/system-clock.ts'
import { openPostgresStore } from '@cay/control/edge/store/postgres/open-postgres-store.ts'
import type { Store } from '@cay/control/ports/store.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import type { ReadyMessage } from '@cay/kit/service.ts'
import { connectConsent } from '@cay/orchestrator/edge/sandbox/control-consent.ts'
import type { PostgresServer } from './postgres.ts'
import { programEnvironment } from './program-environment.ts'
import { SimulatedNode } from './simulated-node.ts'

export interface ChaosOptions {
  /** Number of calls. */
  readonly calls: number
  readonly callsAtOnce: number
  readonly sandboxesMax: number
  /** The team may run that many at once. */
  readonly runningMax: number
  /** Calls from one kill of a control process to the next. */
  readonly callsPerKill: number
  /** Calls from one restart of the database to the next. */
  readonly callsPerRestart: number
  readonly seed: number
}

export interface ChaosReport {
  readonly seconds: number
  readonly calls: number
  /** Calls by verb and status; `broken`: the process died before it answered. */
  readonly statuses: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly kills: number
  readonly restarts: number
  /** What a client was promised and does not find: a sentence for each. */
  readonly lost: readonly string[]
  /** Operations of two processes on one sandbox at once, and ends that were reported twice. */
  readonly doubled: readonly string[]
  /** Answers that no client should get. */
  readonly wrong: readonly string[]
  /** The most sandboxes that ran on the node at once. */
  readonly runningPeak: number
  /** In the end, as the store counts them and as they are on the node. */
  readonly runningCounted: number
  readonly runningOnNode: number
  /** Running sandboxes after as many creates as were admitted. */
  readonly runningWhenFull: number
}

const apiKey = `e2b_${'0'.repeat(40)}`
const main = new URL('../../packages/control/src/main.ts', import.meta.url).pathname
const timeout = 3600
const teamOf = { teamId: 'chaos', slug: 'default', name: 'Default' }
const convergeMsMax = 90_000

interface Call {
  readonly verb: string
  readonly sandboxId: string
  readonly startedAt: number
  endedAt: number
  status: number | 'broken'
}

export async function runChaos(
  server: PostgresServer,
  databaseUrl: string,
  options: ChaosOptions,
): Promise<ChaosReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cay-chaos-'))
  const world = new ChaosWorld(server, databaseUrl, { dataDir, options })
  try {
    return await world.run()
  } finally {
    await world.close()
    await rm(dataDir, { recursive: true })
  }
}

class ChaosWorld {
  readonly #server: PostgresServer
  readonly #databaseUrl: string
  readonly #dataDir: string
  readonly #options: ChaosOptions
  readonly #node = new SimulatedNode(systemClock)
  readonly #watched: WatchedNode
  readonly #controls: (Control | undefined)[] = [undefined, undefined]
  readonly #random: () => number
  readonly #history = new Map<string, Call[]>()
  readonly #created = new Set<string>()
  readonly #statuses: Record<string, Record<string, number>> = {}
  readonly #wrong: string[] = []
  #kills = 0
  #killing = Promise.resolve()
  #restarting = Promise.resolve()
  #restarts = 0
  #calls = 0

  constructor(
    server: PostgresServer,
    databaseUrl: string,
    { dataDir, options }: { dataDir: string; options: ChaosOptions },
  ) {
    this.#server = server
    this.#databaseUrl = databaseUrl
    this.#dataDir = dataDir
    this.#options = options
    this.#random = randomFrom(options.seed)
    this.#node.room = 10_000
    this.#node.during = () => sleep(this.#random() * 40)
    this.#node.beforeCreate = () => sleep(this.#random() * 40)
    this.#watched = new WatchedNode(this.#node)
    const consent = connectConsent(dataLayout(dataDir).vaultSocket)
    this.#node.consent = async (...request) => {
      const answer = await consent.admitResume(...request)
      // A node resumes without asking while no control answers, and no quota holds for that.
      if (answer === 'unanswered') throw new Error('no control answers')
      return answer
    }
  }

  async run(): Promise<ChaosReport> {
    const { runningMax, callsAtOnce } = this.#options
    const startedAt = performance.now()
    const { orchestratorSocket } = dataLayout(this.#dataDir)
    await mkdir(dirname(orchestratorSocket), { recursive: true })
    await this.#node.orchestrator.listen(orchestratorSocket)
    await this.#withStore(async (store) => {
      await store.ensureTeam(teamOf, 0)
      const limits = { runningSandboxes: runningMax, cpus: null, memoryMb: null, diskMb: null }
      await store.setTeamLimits(teamOf.teamId, { ...limits, requestsPerMinute: null })
    })
    await Promise.all(this.#controls.map((_, index) => this.#start(index)))
    await this.#resumeFirstByTraffic()
    await Promise.all(Array.from({ length: callsAtOnce }, () => this.#keepCalling()))
    await Promise.all([this.#killing, this.#restarting])
    await this.#withStore((store) => this.#converge(store))
    const report = await this.#report((performance.now() - startedAt) / 1000)
    return report
  }

  async close(): Promise<void> {
    for (const control of this.#controls) await control?.die()
    await this.#node.orchestrator.close()
  }

  async #withStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
    const store = await openPostgresStore(this.#databaseUrl)
    try {
      return await use(store)
    } finally {
      await store.close()
    }
  }

  /**
   * Before there is trouble: a process that serves the node's requests is killed every few seconds, so few resumes by traffic are
   * admitted later. One of the processes serves them as soon as it has the lease.
   */
  async #resumeFirstByTraffic(): Promise<void> {
    await this.#create()
    const [sandboxId = ''] = this.#created
    await this.#call('pause', sandboxId)
    const deadline = Date.now() + convergeMsMax
    while (Date.now() < deadline && this.#watched.isPaused(sandboxId)) {
      await this.#sendTraffic(sandboxId)
      await sleep(100)
    }
  }

  /** Until it is ready: the database may be away just then. */
  async #start(index: number): Promise<void> {
    for (;;) {
      const control = await startControlProcess(this.#dataDir, this.#databaseUrl)
      if (control !== undefined) {
        this.#controls[index] = control
        return
      }
      await sleep(200)
    }
  }

  /** The two processes in turn. */
  async #killNext(): Promise<void> {
    const index = this.#kills % this.#controls.length
    const control = this.#controls[index]
    this.#controls[index] = undefined
    await control?.die()
    this.#kills += 1
    await this.#start(index)
  }

  async #restartDatabase(): Promise<void> {
    await this.#server.crash()
    await sleep(300)
    await this.#server.start()
    this.#restarts += 1
  }

  async #keepCalling(): Promise<void> {
    const { calls, callsPerKill, callsPerRestart } = this.#options
    while (this.#calls < calls) {
      this.#calls += 1
      // One after another: calls go on meanwhile, through the process that lives.
      if (this.#calls % callsPerKill === 0) this.#killing = this.#killing.then(() => this.#killNext())
      if (this.#calls % callsPerRestart === 0)
        this.#restarting = this.#restarting.then(() => this.#restartDatabase())
      await this.#callOnce()
    }
  }

  async #callOnce(): Promise<void> {
    const living = [...this.#history].filter(([, calls]) => !calls.some(isKill)).map(([id]) => id)
    const isFull = living.length >= this.#options.sandboxesMax
    const sandboxId = living[Math.floor(this.#random() * living.length)]
    const wish = this.#random()
    if (sandboxId === undefined || (wish < 0.2 && !isFull)) return await this.#create()
    const verb = pick(verbs, this.#random())
    if (verb === 'traffic') return await this.#sendTraffic(sandboxId)
    await this.#call(verb, sandboxId)
  }

  async #create(): Promise<void> {
    const reply = await this.#send('create', {
      ...{ method: 'POST', path: '/v2/sandboxes' },
      body: { templateID: 'base', timeout, autoPause: true, autoResume: { enabled: true } },
    })
    if (reply?.status === 201) this.#note((reply.body as { sandboxID: string }).sandboxID)
  }

  #note(sandboxId: string): void {
    this.#created.add(sandboxId)
    this.#history.set(sandboxId, this.#history.get(sandboxId) ?? [])
  }

  async #call(verb: Verb, sandboxId: string): Promise<void> {
    const call: Call = { verb, sandboxId, startedAt: performance.now(), endedAt: Infinity, status: 'broken' }
    this.#history.get(sandboxId)?.push(call)
    const reply = await this.#send(verb, requestOf(verb, sandboxId, this.#random()))
    call.status = reply?.status ?? 'broken'
    call.endedAt = performance.now()
    if (verb === 'fork' && reply?.status === 201)
      for (const { sandbox } of reply.body as { sandbox?: { sandboxID: string } }[])
        if (sandbox !== undefined) this.#note(sandbox.sandboxID)
    if (isNeverMissing.has(verb) && reply?.status === 404) this.#judgeMissing(call)
  }

  /** A sandbox that nobody has tried to kill is there. */
  #judgeMissing({ verb, sandboxId }: Call): void {
    const isKilled = this.#history.get(sandboxId)?.some(isKill) === true
    if (!isKilled) this.#wrong.push(`${verb} of ${sandboxId} was answered with 404`)
  }

  /** The node resumes what it knows to be paused. */
  async #sendTraffic(sandboxId: string): Promise<void> {
    if (!this.#watched.isPaused(sandboxId)) return
    const call: Call = {
      verb: 'traffic',
      sandboxId,
      startedAt: performance.now(),
      endedAt: Infinity,
      status: 200,
    }
    this.#history.get(sandboxId)?.push(call)
    // Without control or places nothing resumes, as in an installation.
    await this.#watched.resumeForTraffic(sandboxId).catch(() => {
      call.status = 'broken'
    })
    call.endedAt = performance.now()
    this.#count('traffic', call.status)
  }

  async #send(
    verb: string,
    { method, path, body }: ChaosRequest,
  ): Promise<{ status: number; body: unknown } | undefined> {
    const alive = this.#controls.filter((control) => control !== undefined)
    const control = alive[Math.floor(this.#random() * alive.length)]
    if (control === undefined) {
      await sleep(50)
      this.#count(verb, 'broken')
      return undefined
    }
    const reply = await control.call(method, path, body).catch(() => undefined)
    this.#count(verb, reply?.status ?? 'broken')
    if (reply !== undefined && !expectedStatuses.has(reply.status))
      this.#wrong.push(`${verb}: ${reply.status} ${JSON.stringify(reply.body)}`)
    if (reply?.status === 503 && isDatabaseAway(reply.body) && reply.retryAfter === null)
      this.#wrong.push(`${verb}: 503 without Retry-After`)
    return reply
  }

  #count(verb: string, status: number | 'broken'): void {
    this.#statuses[verb] ??= {}
    const counts = this.#statuses[verb]
    counts[status] = (counts[status] ?? 0) + 1
  }

  /** Until control and node tell the same, and nobody works on anything, dead processes included. */
  async #converge(store: Store): Promise<void> {
    await Promise.all(
      this.#controls.map(async (control, index) => {
        if (control === undefined) await this.#start(index)
      }),
    )
    const deadline = Date.now() + convergeMsMax
    while (Date.now() < deadline) {
      const [listed, onNode] = await Promise.all([this.#listAll().catch(() => undefined), this.#listNode()])
      const isAtOne = listed !== undefined && JSON.stringify(listed) === JSON.stringify(onNode)
      if (isAtOne && (await store.listOperations()).length === 0) return
      await sleep(500)
    }
  }

  async #listAll(): Promise<string[][]> {
    const found: string[][] = []
    for (let token: string | undefined = ''; token !== undefined; ) {
      const path: string = `/v2/sandboxes?state=running,paused&limit=100${token === '' ? '' : `&nextToken=${token}`}`
      const reply: ControlReply | undefined = await this.#controls[0]?.call('GET', path)
      if (reply?.status !== 200) throw new Error('no list')
      for (const { sandboxID, state } of reply.body as { sandboxID: string; state: string }[])
        found.push([sandboxID, state])
      token = reply.nextToken ?? undefined
    }
    return found.sort()
  }

  async #listNode(): Promise<string[][]> {
    const all = await this.#node.client.listSandboxes()
    return all
      .filter(({ phase }) => phase !== 'ended')
      .map(({ sandboxId, phase }) => [sandboxId, phase])
      .sort()
  }

  async #report(seconds: number): Promise<ChaosReport> {
    const listed = new Map((await this.#listAll()).map(([id = '', state = '']) => [id, state]))
    const onNode = await this.#listNode()
    const runningOnNode = onNode.filter(([, phase]) => phase !== 'paused').length
    const lost = [...this.#created].flatMap((id) => this.#judgeFate(id, listed.get(id)))
    if (JSON.stringify([...listed].sort()) !== JSON.stringify(onNode))
      lost.push('control and the node do not tell the same')
    return await this.#withStore(async (store) => {
      const usage = await store.teamUsage(teamOf.teamId, { nowMs: Date.now(), without: [] })
      const doubled = [...this.#watched.overlaps, ...(await findDoubleEnds(store))]
      const { runningPeak } = this.#watched
      return {
        ...{ seconds, calls: this.#calls, statuses: this.#statuses },
        ...{ kills: this.#kills, restarts: this.#restarts, lost, doubled, wrong: this.#wrong, runningPeak },
        ...{ runningCounted: usage.runningSandboxes, runningOnNode },
        runningWhenFull: await this.#fill(),
      }
    })
  }

  /** What became of a sandbox whose create was answered. */
  #judgeFate(sandboxId: string, state: string | undefined): string[] {
    const calls = this.#history.get(sandboxId) ?? []
    const kill = calls.find((call) => isKill(call) && call.status === 204)
    if (kill !== undefined) return state === undefined ? [] : [`${sandboxId} was killed and is ${state}`]
    if (calls.some(isKill)) return []
    if (state === undefined) return [`${sandboxId} was created and is gone`]
    const expected = stateAfter(calls)
    return expected === undefined || expected === state ? [] : [`${sandboxId} is ${state}, not ${expected}`]
  }

  /** Creates until the quota refuses; returns how many run then. */
  async #fill(): Promise<number> {
    const body = { templateID: 'base', timeout }
    for (let index = 0; index < this.#options.runningMax + 10; index++) {
      const reply = await this.#controls[index % 2]?.call('POST', '/v2/sandboxes', body)
      if (reply?.status === 429) break
    }
    const living = await this.#listNode()
    return living.filter(([, phase]) => phase !== 'paused').length
  }
}

/** The state that the last call has led to, where nothing else happened meanwhile. */
function stateAfter(calls: readonly Call[]): string | undefined {
  const moving = calls.filter(({ verb }) => verb in leadsTo || verb === 'traffic')
  const last = moving.toSorted((a, b) => a.endedAt - b.endedAt).at(-1)
  if (last === undefined) return 'running'
  const isAlone = moving.every((call) => call === last || call.endedAt < last.startedAt)
  const isSettled = moving.every((call) => call === last || call.status !== 'broken')
  if (!isAlone || !isSettled || last.status === 'broken' || last.status >= 300) return undefined
  return leadsTo[last.verb]
}

const leadsTo: Readonly<Record<string, string>> = { pause: 'paused', resume: 'running', connect: 'running' }

const verbs = [
  ['pause', 24],
  ['resume', 14],
  ['connect', 16],
  ['traffic', 6],
  ['kill', 8],
  ['fork', 3],
  ['timeout', 8],
  ['network', 8],
  ['show', 9],
  ['list', 4],
] as const
type Verb = Exclude<(typeof verbs)[number][0], 'traffic'>

const isNeverMissing: ReadonlySet<string> = new Set(['pause', 'resume', 'connect', 'show'])
const expectedStatuses: ReadonlySet<number> = new Set([200, 201, 204, 404, 409, 429, 503])

interface ChaosRequest {
  readonly method: string
  readonly path: string
  readonly body?: object
}

function requestOf(verb: Verb, sandboxId: string, random: number): ChaosRequest {
  const path = `/sandboxes/${sandboxId}`
  const post = (name: string, body: object = {}) => ({ method: 'POST', path: `${path}/${name}`, body })
  switch (verb) {
    case 'kill':
      return { method: 'DELETE', path }
    case 'show':
      return { method: 'GET', path }
    case 'list':
      return { method: 'GET', path: '/v2/sandboxes' }
    case 'network':
      return {
        method: 'PUT',
        path: `${path}/network`,
        body: { denyOut: [`198.51.100.${Math.floor(random * 250)}`] },
      }
    case 'fork':
      return post('fork', { count: 1, timeout })
    case 'pause':
      return post('pause')
    default:
      return post(verb, { timeout })
  }
}

function isKill({ verb }: Call): boolean {
  return verb === 'kill'
}

function isDatabaseAway(body: unknown): boolean {
  return JSON.stringify(body).includes('the database does not answer')
}

async function findDoubleEnds(store: Store): Promise<string[]> {
  const counts = new Map<string, number>()
  for (let before: number | undefined; ; ) {
    const page = await store.listEvents({
      kind: 'sandboxEnded',
      limit: 1000,
      ...(before === undefined ? {} : { before }),
    })
    for (const { sandboxId } of page) counts.set(sandboxId ?? '', (counts.get(sandboxId ?? '') ?? 0) + 1)
    before = page.at(-1)?.number
    if (before === undefined || page.length < 1000) break
  }
  return [...counts].flatMap(([id, count]) => (count > 1 ? [`${id} ended ${count} times`] : []))
}

/** The node, with a look at what control processes ask of it at once. */
class WatchedNode {
  readonly overlaps: string[] = []
  runningPeak = 0
  readonly #node: SimulatedNode
  readonly #byTraffic = new Set<string>()

  constructor(node: SimulatedNode) {
    this.#node = node
    node.orchestrator.beforeCall = async ({ method, message }) => {
      this.#look()
      if (method === 'createSandbox') await node.beforeCreate()
      if ('sandboxId' in message) this.#judge(method, String(message.sandboxId))
    }
  }

  isPaused(sandboxId: string): boolean {
    return this.#phaseOf(sandboxId) === 'paused'
  }

  async resumeForTraffic(sandboxId: string): Promise<void> {
    this.#byTraffic.add(sandboxId)
    try {
      await this.#node.resumeForTraffic(sandboxId)
    } finally {
      this.#byTraffic.delete(sandboxId)
      this.#look()
    }
  }

  /** A kill does not wait for a resume, and nobody waits for a resume of the node's own. */
  #judge(method: string, sandboxId: string): void {
    if (!exclusive.has(method)) return
    const phase = this.#phaseOf(sandboxId)
    const isBusy = phase === 'pausing' || phase === 'capturing' || phase === 'resuming'
    const isAllowed = phase === 'resuming' && (method === 'killSandbox' || this.#byTraffic.has(sandboxId))
    if (isBusy && !isAllowed) this.overlaps.push(`${method} of ${sandboxId} while it was ${phase}`)
  }

  #phaseOf(sandboxId: string): string | undefined {
    return this.#node.orchestrator.node.registry.view(sandboxId)?.phase
  }

  #look(): void {
    const { registry } = this.#node.orchestrator.node
    const running = registry.views().filter(({ phase }) => phase !== 'ended' && phase !== 'paused').length
    this.runningPeak = Math.max(this.runningPeak, running)
  }
}

const exclusive: ReadonlySet<string> = new Set([
  ...['pauseSandbox', 'resumeSandbox', 'captureSandbox', 'killSandbox', 'setEgressPolicy'],
])

interface ControlReply {
  readonly status: number
  readonly body: unknown
  readonly retryAfter: string | null
  readonly nextToken: string | null
}

interface Control {
  call(method: string, path: string, body?: object): Promise<ControlReply>
  die(): Promise<void>
}

/** Undefined when it could not start. */
async function startControlProcess(dataDir: string, databaseUrl: string): Promise<Control | undefined> {
  const child = fork(main, {
    env: {
      ...{ ...programEnvironment(), CAY_DATA_DIR: dataDir, CAY_API_PORT: '0', CAY_LOG_LEVEL: 'silent' },
      ...{ CAY_DATABASE_URL: databaseUrl, CAY_API_KEY: apiKey },
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
  })
  const [ready] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [
    ReadyMessage | number,
  ]
  if (typeof ready !== 'object' || ready === null) return undefined
  const url = ready.listening.api ?? ''
  return {
    die: () => kill(child),
    async call(method, path, body) {
      const response = await fetch(url + path, {
        method,
        headers: { 'x-api-key': apiKey },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const { status, headers } = response
      return {
        ...{ status, body: text === '' ? undefined : JSON.parse(text) },
        ...{ retryAfter: headers.get('retry-after'), nextToken: headers.get('x-next-token') },
      }
    },
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

function pick<Name extends string>(weighted: readonly (readonly [Name, number])[], random: number): Name {
  let left = random * weighted.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [name, weight] of weighted) {
    left -= weight
    if (left < 0) return name
  }
  const [[first]] = weighted as readonly [readonly [Name, number]]
  return first
}

/** Mulberry32: the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
