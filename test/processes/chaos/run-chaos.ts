/**
 * Random calls to two control processes over one PostgreSQL and one simulated node, while processes are killed and the
 * database restarts. What clients were told is recorded, and judged against what is there in the end.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '@cay/control/edge/host/system-clock.ts'
import { openPostgresStore } from '@cay/control/edge/store/postgres/open-postgres-store.ts'
import type { Store } from '@cay/control/ports/store.ts'
import { noLimits } from '@cay/core/team/quotas.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { connectConsent } from '@cay/orchestrator/edge/sandbox/control-consent.ts'
import type { PostgresServer } from '../../support/postgres.ts'
import { randomFrom } from '../../support/random.ts'
import { SimulatedNode } from '../../support/simulated-node.ts'
import { CallHistory } from './call-history.ts'
import { ControlPair, type ControlReply } from './control-pair.ts'
import type { ChaosOptions, ChaosReport } from './report.ts'
import { type ChaosRequest, createRequest, drawVerb, requestOf, type Verb } from './requests.ts'
import { WatchedNode } from './watched-node.ts'

const teamOf = { teamId: 'chaos', slug: 'default', name: 'Default' }
const convergeMsMax = 90_000

export async function runChaos(
  server: PostgresServer,
  databaseUrl: string,
  options: ChaosOptions,
): Promise<ChaosReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cay-chaos-'))
  const world = new ChaosWorld({ server, databaseUrl, dataDir }, options)
  try {
    return await world.run()
  } finally {
    await world.close()
    await rm(dataDir, { recursive: true })
  }
}

interface WorldParts {
  readonly server: PostgresServer
  readonly databaseUrl: string
  readonly dataDir: string
}

class ChaosWorld {
  readonly #parts: WorldParts
  readonly #options: ChaosOptions
  readonly #node = new SimulatedNode(systemClock)
  readonly #watched: WatchedNode
  readonly #controls: ControlPair
  readonly #history = new CallHistory()
  readonly #random: () => number
  #calls = 0

  constructor(parts: WorldParts, options: ChaosOptions) {
    this.#parts = parts
    this.#options = options
    this.#random = randomFrom(options.seed)
    this.#controls = new ControlPair(parts)
    this.#node.room = 10_000
    this.#node.during = () => sleep(this.#random() * 40)
    this.#node.beforeCreate = () => sleep(this.#random() * 40)
    this.#watched = new WatchedNode(this.#node)
    const consent = connectConsent(dataLayout(parts.dataDir).vaultSocket)
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
    const { orchestratorSocket } = dataLayout(this.#parts.dataDir)
    await mkdir(dirname(orchestratorSocket), { recursive: true })
    await this.#node.orchestrator.listen(orchestratorSocket)
    await this.#withStore(async (store) => {
      await store.ensureTeam(teamOf, 0)
      const limits = { ...noLimits, runningSandboxes: runningMax }
      await store.setTeamLimits(teamOf.teamId, limits)
    })
    await this.#controls.start()
    await this.#resumeFirstByTraffic()
    await Promise.all(Array.from({ length: callsAtOnce }, () => this.#keepCalling()))
    await this.#controls.settle()
    await this.#withStore((store) => this.#converge(store))
    return await this.#report((performance.now() - startedAt) / 1000)
  }

  async close(): Promise<void> {
    await this.#controls.close()
    await this.#node.orchestrator.close()
  }

  async #withStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
    const store = await openPostgresStore(this.#parts.databaseUrl)
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
    const [sandboxId = ''] = this.#history.created
    await this.#call('pause', sandboxId)
    const deadline = Date.now() + convergeMsMax
    while (Date.now() < deadline && this.#watched.isPaused(sandboxId)) {
      await this.#sendTraffic(sandboxId)
      await sleep(100)
    }
  }

  async #keepCalling(): Promise<void> {
    const { calls, callsPerKill, callsPerRestart } = this.#options
    while (this.#calls < calls) {
      this.#calls += 1
      if (this.#calls % callsPerKill === 0) this.#controls.killNext()
      if (this.#calls % callsPerRestart === 0) this.#controls.restartDatabase()
      await this.#callOnce()
    }
  }

  async #callOnce(): Promise<void> {
    const { living } = this.#history
    const isFull = living.length >= this.#options.sandboxesMax
    const sandboxId = living[Math.floor(this.#random() * living.length)]
    const drawn = this.#random()
    if (sandboxId === undefined || (drawn < 0.2 && !isFull)) return await this.#create()
    const verb = drawVerb(this.#random())
    if (verb === 'traffic') return await this.#sendTraffic(sandboxId)
    await this.#call(verb, sandboxId)
  }

  async #create(): Promise<void> {
    const reply = await this.#send(
      'create',
      createRequest({ autoPause: true, autoResume: { enabled: true } }),
    )
    if (reply?.status === 201) this.#history.noteCreated((reply.body as { sandboxID: string }).sandboxID)
  }

  async #call(verb: Verb, sandboxId: string): Promise<void> {
    const call = this.#history.begin(verb, sandboxId)
    const reply = await this.#send(verb, requestOf(verb, sandboxId, this.#random()))
    this.#history.end(call, reply?.status ?? 'broken')
    if (verb !== 'fork' || reply?.status !== 201) return
    for (const { sandbox } of reply.body as { sandbox?: { sandboxID: string } }[])
      if (sandbox !== undefined) this.#history.noteCreated(sandbox.sandboxID)
  }

  /** The node resumes what it knows to be paused. */
  async #sendTraffic(sandboxId: string): Promise<void> {
    if (!this.#watched.isPaused(sandboxId)) return
    const call = this.#history.begin('traffic', sandboxId)
    // Without control or places nothing resumes, as in an installation.
    const resuming = this.#watched.resumeForTraffic(sandboxId)
    const status = await resuming.then(
      () => 200,
      () => 'broken' as const,
    )
    this.#history.end(call, status)
    this.#history.count('traffic', status)
  }

  async #send(verb: string, request: ChaosRequest): Promise<ControlReply | undefined> {
    const { living } = this.#controls
    const control = living[Math.floor(this.#random() * living.length)]
    if (control === undefined) await sleep(50)
    const reply = await control?.call(request).catch(() => undefined)
    this.#history.noteReply(verb, reply)
    return reply
  }

  /** Until control and node tell the same, and nobody works on anything, dead processes included. */
  async #converge(store: Store): Promise<void> {
    await this.#controls.start()
    const deadline = Date.now() + convergeMsMax
    while (Date.now() < deadline) {
      const listing = this.#listAll().catch(() => undefined)
      const [listed, onNode] = await Promise.all([listing, this.#watched.list()])
      const isAtOne = listed !== undefined && JSON.stringify(listed) === JSON.stringify(onNode)
      if (isAtOne && (await store.listOperations()).length === 0) return
      await sleep(500)
    }
  }

  async #listAll(): Promise<string[][]> {
    const found: string[][] = []
    for (let token: string | undefined = ''; token !== undefined; ) {
      const path: string = `/v2/sandboxes?state=running,paused&limit=100${token === '' ? '' : `&nextToken=${token}`}`
      const reply: ControlReply | undefined = await this.#controls.living[0]?.call({ method: 'GET', path })
      if (reply?.status !== 200) throw new Error('no list')
      for (const { sandboxID, state } of reply.body as { sandboxID: string; state: string }[])
        found.push([sandboxID, state])
      token = reply.nextToken ?? undefined
    }
    return found.sort()
  }

  async #report(seconds: number): Promise<ChaosReport> {
    const listed = new Map((await this.#listAll()).map(([id = '', state = '']) => [id, state]))
    const onNode = await this.#watched.list()
    const runningOnNode = onNode.filter(([, phase]) => phase !== 'paused').length
    const history = this.#history
    const lost = history.created.flatMap((id) => history.judgeFate(id, listed.get(id)))
    if (JSON.stringify([...listed].sort()) !== JSON.stringify(onNode))
      lost.push('control and the node do not tell the same')
    return await this.#withStore(async (store) => {
      const usage = await store.teamUsage(teamOf.teamId, { nowMs: Date.now(), without: [] })
      const doubled = [...this.#watched.overlaps, ...(await findDoubleEnds(store))]
      const { kills, restarts } = this.#controls
      return {
        ...{ seconds, calls: this.#calls, statuses: history.statuses, kills, restarts },
        ...{ lost, doubled, wrong: history.wrong, runningPeak: this.#watched.runningPeak },
        ...{ runningCounted: usage.runningSandboxes, runningOnNode },
        runningWhenFull: await this.#fill(),
      }
    })
  }

  /** Creates until the quota refuses; returns how many run then. */
  async #fill(): Promise<number> {
    const { living } = this.#controls
    for (let index = 0; index < this.#options.runningMax + 10; index++) {
      const reply = await living[index % living.length]?.call(createRequest())
      if (reply?.status === 429) break
    }
    return (await this.#watched.list()).filter(([, phase]) => phase !== 'paused').length
  }
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
