/**
 * Control dies after each of the things that a verb does to last: what it writes and what it has the node do. The next one
 * finds the sandbox where it was or where it was going, what was answered holds, and nothing is left over.
 */
import { expect, test } from 'vitest'
import { field, pass, type Reply, startWorld, type World } from './control-world.ts'

/** Calls that leave something behind, by the node or by the store. */
const lasting: ReadonlySet<string> = new Set([
  ...['createSandbox', 'killSandbox', 'pauseSandbox', 'resumeSandbox', 'captureSandbox', 'deleteSnapshot'],
  ...['setExpiry', 'setEgressPolicy', 'acknowledgeEnded'],
  ...['insertSandbox', 'changeSandbox', 'discardSandbox', 'appendEvents', 'addSnapshot', 'removeTemplate'],
])

/** Control as far as it lives: once it has died nothing that it does reaches anybody. */
class CrashableControl {
  #left = Number.POSITIVE_INFINITY
  /** The lasting calls since the last of them was let live, by name. */
  readonly done: string[] = []

  get isDead(): boolean {
    return this.#left <= 0
  }

  dieAfter(calls: number): void {
    this.#left = calls
    this.done.length = 0
  }

  revive(): void {
    this.#left = Number.POSITIVE_INFINITY
  }

  readonly around = <T extends object>(part: T): T =>
    new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function' || typeof name !== 'string') return value
        if (name === 'close' || name === 'watchSandboxes') return value.bind(target)
        return (...given: unknown[]) => this.#call(name, () => Reflect.apply(value, target, given))
      },
    })

  async #call(name: string, call: () => unknown): Promise<unknown> {
    if (this.isDead) throw new Error('control is dead')
    const result = await call()
    if (this.isDead) throw new Error('control is dead')
    if (!lasting.has(name)) return result
    this.done.push(name)
    this.#left -= 1
    if (this.isDead) throw new Error('control is dead')
    return result
  }
}

interface Case {
  /** What is there before, by its id; undefined: nothing. */
  readonly before?: (world: World) => Promise<string>
  readonly act: (world: World, id: string) => Promise<Reply>
  /** What its caller sees of it when it is answered; `gone` for nothing. */
  readonly after: 'running' | 'paused' | 'gone'
}

const hours = 3600
const query = { timeout: 20 * hours, autoPause: true }
/** With rules that it had from the start. */
const running = (world: World) => world.create({ ...query, network: { denyOut: ['198.51.100.7'] } })
const paused = async (world: World) => {
  const id = await world.create(query)
  await world.call('POST', `/sandboxes/${id}/pause`)
  return id
}
const snapshotted = async (world: World) => {
  const id = await world.create(query)
  await world.call('POST', `/sandboxes/${id}/snapshots`, { body: { name: 'app' } })
  return id
}
const post = (path: string, body?: object) => (world: World, id: string) =>
  world.call('POST', `/sandboxes/${id}/${path}`, body === undefined ? {} : { body })
const kill = (world: World, id: string) => world.call('DELETE', `/sandboxes/${id}`)

const cases: Readonly<Record<string, Case>> = {
  create: {
    act: (world) => world.call('POST', '/v2/sandboxes', { body: { templateID: 'base', ...query } }),
    after: 'gone',
  },
  pause: { before: running, act: post('pause'), after: 'paused' },
  'pause of files': { before: running, act: post('pause', { memory: false }), after: 'paused' },
  resume: { before: paused, act: post('resume', { timeout: 20 * hours }), after: 'running' },
  connect: { before: paused, act: post('connect', { timeout: 20 * hours }), after: 'running' },
  fork: { before: running, act: post('fork', { count: 2, timeout: 20 * hours }), after: 'running' },
  snapshot: { before: running, act: post('snapshots', { name: 'app' }), after: 'running' },
  'snapshot of a known name': {
    before: snapshotted,
    act: post('snapshots', { name: 'app' }),
    after: 'running',
  },
  'delete of a snapshot': {
    before: snapshotted,
    act: (world) => world.call('DELETE', '/templates/app'),
    after: 'running',
  },
  'new rules': {
    before: running,
    act: (world, id) =>
      world.call('PUT', `/sandboxes/${id}/network`, { body: { denyOut: ['203.0.113.0/24'] } }),
    after: 'running',
  },
  timeout: { before: running, act: post('timeout', { timeout: 10 * hours }), after: 'running' },
  'kill of a running one': { before: running, act: kill, after: 'gone' },
  'kill of a paused one': { before: paused, act: kill, after: 'gone' },
}

/** Longer than any grace, in milliseconds. It is skipped, since a reconciliation every ten seconds would change nothing. */
const graceMs = 3_700_000

interface Seen {
  readonly sandboxID: string
  readonly state: string
  readonly endAt: string
}

async function list(world: World): Promise<Seen[]> {
  return (await world.call('GET', '/v2/sandboxes')).body as Seen[]
}

/** Both sides tell the same of every sandbox. */
async function expectAtOne(world: World): Promise<void> {
  const shown = (await list(world)).map(({ sandboxID, state, endAt }) => [
    sandboxID,
    state,
    ...(state === 'running' ? [Date.parse(endAt)] : []),
  ])
  const onNode = (await world.node.client.listSandboxes()).map(({ sandboxId, phase, endAtMs }) => [
    sandboxId,
    phase,
    ...(phase === 'running' ? [endAtMs] : []),
  ])
  expect(shown.sort()).toEqual(onNode.sort())
  for (const { sandboxID } of await list(world)) {
    const { network = { denyOut: [] } } = (await world.call('GET', `/sandboxes/${sandboxID}`)).body as {
      network?: { denyOut: string[] }
    }
    expect(world.node.requests.get(sandboxID)?.egress.denyOut).toEqual(network.denyOut)
  }
}

async function stateOf(world: World, id: string): Promise<string> {
  return (await list(world)).find(({ sandboxID }) => sandboxID === id)?.state ?? 'gone'
}

/** Whatever it is now, it obeys, and then there is nothing. */
async function endAll(world: World): Promise<void> {
  for (const { sandboxID } of await list(world)) expect((await kill(world, sandboxID)).status).toBe(204)
  const snapshots = (await world.call('GET', '/snapshots')).body as { snapshotID: string }[]
  for (const { snapshotID } of snapshots) {
    const path = `/templates/${encodeURIComponent(snapshotID)}`
    expect((await world.call('DELETE', path)).status).toBe(204)
  }
  await pass(world, 20_000)
  expect([await list(world), await world.node.client.listSandboxes(), [...world.node.snapshots]]).toEqual([
    [],
    [],
    [],
  ])
}

/** Returns false when the verb was over before that many lasting calls. */
async function tryDeath({ before, act, after }: Case, calls: number): Promise<boolean> {
  const control = new CrashableControl()
  const world = await startWorld({ around: control.around })
  const id = (await before?.(world)) ?? ''
  const was = id === '' ? 'gone' : await stateOf(world, id)
  await pass(world, 11_000)
  control.dieAfter(calls)
  const { status, body } = await act(world, id)
  const isAnswered = status < 300
  await pass(world, 11_000)
  const hasDied = control.isDead
  const where = `${calls}: ${control.done.join(' ')}`
  control.revive()
  await world.restart()
  await pass(world, 11_000)
  world.clock.skip(graceMs)
  await pass(world, 31_000)
  await expectAtOne(world)
  if (id === '') {
    const made = (await list(world)).map(({ sandboxID }) => sandboxID)
    if (isAnswered) expect([where, made]).toEqual([where, [field(body, 'sandboxID')]])
  } else {
    const allowed = isAnswered ? [after] : [was, after]
    expect([where, allowed]).toEqual([where, expect.arrayContaining([await stateOf(world, id)])])
  }
  await endAll(world)
  return hasDied
}

/** Milliseconds that only a hang reaches: each step has a world of its own, which takes processor time that others may need. */
const timeout = 240_000

test.each(Object.entries(cases))(
  'control that dies after any step of a %s',
  async (_, verb) => {
    let steps = 0
    while (await tryDeath(verb, steps + 1)) steps += 1
    expect(steps).toBeGreaterThan(1)
  },
  timeout,
)
