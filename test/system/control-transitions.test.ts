/**
 * A sandbox's state and the event that tells of it are written together. The database itself is the witness: triggers note
 * every write of a state and every event that comes into the outbox, whoever writes them, and both must tell one story,
 * whatever was asked for in whatever order, and wherever control dies.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '@cay/control/edge/store/sqlite-database.ts'
import type { State } from '@cay/core/sandbox/state.ts'
import { auditKindOf } from '@cay/core/sandbox/transition.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adminToken, eventually, pass, startWorld, type World } from './control-world.ts'

/** Sequences of verbs that are tried; `CAY_FUZZ_RUNS` of them when that is set. */
const runs = Number(process.env.CAY_FUZZ_RUNS ?? 12)

const witnesses = `
  create table witnessed_states (number integer primary key, sandbox text, was text, is_now text, generation integer);
  create table witnessed_events (number integer primary key, sandbox text, was text, is_now text, generation integer);
  create trigger witness_state after update of state on sandboxes begin
    insert into witnessed_states (sandbox, was, is_now, generation)
      values (new.sandbox_id, old.state, new.state, new.generation);
  end;
  create trigger witness_event after insert on outbox when new.message ->> '$.kind' = 'sandbox' begin
    insert into witnessed_events (sandbox, was, is_now, generation)
      values (new.message ->> '$.event.sandboxId', new.message ->> '$.event.from', new.message ->> '$.event.to',
        new.message ->> '$.event.generation');
  end;`

interface Witnessed {
  readonly sandbox: string
  readonly was: State
  readonly is_now: State
  readonly generation: number
}

/** One process of control: after so many writes to the database and calls to the node nothing that it does is done. */
class Life {
  left = Number.POSITIVE_INFINITY

  get isOver(): boolean {
    return this.left <= 0
  }

  /** Dead before it, or dead after it: either way nobody hears what came of it. */
  step<T>(isLasting: boolean, act: () => T): T {
    this.#check()
    const result = act()
    if (isLasting) this.left -= 1
    this.#check()
    return result
  }

  #check(): void {
    if (this.isOver) throw new Error('control is dead')
  }
}

class Lifetimes {
  #life = new Life()

  get isOver(): boolean {
    return this.#life.isOver
  }

  endAfter(steps: number): void {
    this.#life.left = steps
  }

  /** For the next start: what is dead stays dead. */
  renew(): void {
    this.#life = new Life()
  }

  readonly openDatabase: typeof openSqlite = (path) => {
    const [database, life] = [openSqlite(path), this.#life]
    return {
      close: () => database.close(),
      prepare: (sql) => {
        const statement = database.prepare(sql)
        const isLasting = /^\s*(insert|update|delete|commit)/i.test(sql)
        return {
          ...statement,
          all: (parameters) => life.step(isLasting, () => statement.all(parameters)),
          run: (parameters) => life.step(isLasting, () => statement.run(parameters)),
        }
      },
    }
  }

  /** Of what control is put together from, the node: the store is watched from below. */
  readonly around = <T extends object>(part: T): T => {
    const life = this.#life
    if (!('watchSandboxes' in part)) return part
    return new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        if (name === 'watchSandboxes') return value.bind(target)
        return async (...given: unknown[]) => {
          const called = await life.step(false, () => Reflect.apply(value, target, given))
          return life.step(true, () => called)
        }
      },
    })
  }
}

interface Watched {
  readonly world: World
  readonly lifetime: Lifetimes
  /** Throws where states and events tell two stories. */
  expectOneStory(): Promise<void>
}

async function startWatched(): Promise<Watched> {
  const lifetime = new Lifetimes()
  const world = await startWorld({ around: lifetime.around, openDatabase: lifetime.openDatabase })
  const database = new DatabaseSync(join(world.directory, 'cay.db'))
  database.exec(`pragma busy_timeout = 5000; ${witnesses}`)
  const read = (table: string) =>
    database
      .prepare(`select sandbox, was, is_now, generation from ${table} order by number`)
      .all() as unknown as Witnessed[]
  return {
    world,
    lifetime,
    async expectOneStory() {
      const [states, events] = [read('witnessed_states'), read('witnessed_events')]
      expect(events).toEqual(states)
      const last = new Map<string, State>()
      for (const { sandbox, was, is_now } of events) {
        expect([sandbox, was]).toEqual([sandbox, last.get(sandbox) ?? 'creating'])
        last.set(sandbox, is_now)
      }
      const rows = database.prepare('select sandbox_id, state from sandboxes').all()
      for (const { sandbox_id: id, state } of rows)
        expect([id, state]).toEqual([id, last.get(String(id)) ?? 'creating'])
      // What control does by itself goes on meanwhile.
      await eventually(async () =>
        expect(await auditedLives(world)).toEqual(shownOf(read('witnessed_events'))),
      )
    },
  }
}

/** What the audit log is to tell of them. */
function shownOf(events: readonly Witnessed[]): string[][] {
  return events.flatMap(({ sandbox, was, is_now }) => {
    const kind = auditKindOf({ from: was, to: is_now })
    return kind === undefined ? [] : [[sandbox, kind]]
  })
}

/** What the audit log tells of sandboxes without a request, oldest first. */
async function auditedLives(world: World): Promise<string[][]> {
  const told: string[][] = []
  for (let token: string | undefined = ''; token !== undefined; ) {
    const more: string = token === '' ? '' : `&nextToken=${token}`
    const headers = { 'x-admin-token': adminToken }
    const page = await world.call('GET', `/admin/events?limit=100${more}`, { key: null, headers })
    for (const event of page.body as { kind: string; sandboxID?: string }[])
      if (event.kind.startsWith('sandbox')) told.unshift([String(event.sandboxID), event.kind])
    token = page.headers.get('x-next-token') ?? undefined
  }
  return told
}

const hours = 3600
const lifeBody = { timeout: 20 * hours, autoPause: true }
const post = (path: string, body?: object) => (world: World, id: string) =>
  world.call('POST', `/sandboxes/${id}/${path}`, body === undefined ? {} : { body })

/** What may come, at any sandbox in any state. */
const acts: Readonly<Record<string, (world: World, id: string) => Promise<unknown>>> = {
  create: (world) => world.call('POST', '/v2/sandboxes', { body: { templateID: 'base', ...lifeBody } }),
  'create for a moment': (world) =>
    world.call('POST', '/v2/sandboxes', { body: { templateID: 'base', timeout: 20 } }),
  pause: post('pause'),
  'pause of files': post('pause', { memory: false }),
  resume: post('resume', { timeout: 20 * hours }),
  connect: post('connect', { timeout: 20 * hours }),
  fork: post('fork', { count: 1, timeout: 20 * hours }),
  snapshot: post('snapshots', {}),
  timeout: post('timeout', { timeout: 30 }),
  rules: (world, id) =>
    world.call('PUT', `/sandboxes/${id}/network`, { body: { denyOut: ['203.0.113.0/24'] } }),
  kill: (world, id) => world.call('DELETE', `/sandboxes/${id}`),
  crash: async (world, id) => {
    const lives = (await world.node.client.listSandboxes()).some(
      (one) => one.sandboxId === id && one.phase !== 'ended',
    )
    if (lives) world.node.crash(id)
  },
  'half a minute': (world) => pass(world, 31_000),
  restart: (world) => world.restart(),
}
const actNames = Object.keys(acts)

interface Step {
  readonly act: string
  /** Which of those that were made. */
  readonly which: number
  /** The next step comes at the same time. */
  readonly isTogether: boolean
  /** Writes and calls after which control dies; undefined: it lives. */
  readonly diesAfter: number | undefined
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...actNames),
  which: fc.nat(3),
  isTogether: fc.boolean(),
  diesAfter: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 5, nil: undefined }),
})

async function take(watched: Watched, { act, which }: Step): Promise<void> {
  const { world, lifetime } = watched
  if (act === 'restart') lifetime.renew()
  const ids = [...world.node.requests.keys()]
  const id = ids[ids.length - 1 - (which % Math.max(ids.length, 1))] ?? 'inever'
  await acts[act]?.(world, id)
}

async function takeAll(watched: Watched, steps: readonly Step[]): Promise<void> {
  const { lifetime, world } = watched
  const together: Promise<void>[] = []
  for (const step of steps) {
    // The clock is everybody's, of a control that stops nobody is answered, and who waits for one that died waits long.
    const isAlone = step.act === 'restart' || step.act === 'half a minute' || step.diesAfter !== undefined
    if (isAlone) await Promise.all(together.splice(0))
    lifetime.endAfter(step.diesAfter ?? Number.POSITIVE_INFINITY)
    together.push(take(watched, step))
    if (step.isTogether && !isAlone) continue
    await Promise.all(together.splice(0))
    if (!lifetime.isOver) continue
    lifetime.renew()
    await world.restart()
    // What died in the middle of something is found once time has passed.
    await pass(world, 11_000)
  }
  await Promise.all(together)
  lifetime.renew()
  await world.restart()
  await pass(world, 31_000)
}

test('whatever is asked for in whatever order, every state has its event and every event its state', {
  timeout: 60_000 + runs * 20_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 25 }), async (steps) => {
      const watched = await startWatched()
      await watched.world.create(lifeBody)
      await takeAll(watched, steps)
      await watched.expectOneStory()
    }),
    { numRuns: runs },
  )
})

interface Verb {
  readonly before: readonly string[]
  readonly act: string
}

const verbs: readonly Verb[] = [
  { before: [], act: 'create' },
  { before: [], act: 'pause' },
  { before: ['pause'], act: 'resume' },
  { before: [], act: 'fork' },
  { before: [], act: 'rules' },
  { before: [], act: 'kill' },
  { before: [], act: 'crash' },
]

/** Returns false when the verb was over before that many writes and calls. */
async function tryDeath({ before, act }: Verb, steps: number): Promise<boolean> {
  const watched = await startWatched()
  const { world, lifetime } = watched
  const id = await world.create(lifeBody)
  for (const each of before) await acts[each]?.(world, id)
  lifetime.endAfter(steps)
  await acts[act]?.(world, id)
  await world.settle()
  const hasDied = lifetime.isOver
  lifetime.renew()
  await world.restart()
  await watched.expectOneStory()
  await pass(world, 31_000)
  await watched.expectOneStory()
  return hasDied
}

test.each(verbs)(
  'control that dies between any two writes of a $act leaves state and event at one',
  async (verb) => {
    let steps = 0
    while (await tryDeath(verb, steps + 1)) steps += 1
    expect(steps).toBeGreaterThan(2)
  },
)
