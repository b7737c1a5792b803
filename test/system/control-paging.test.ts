/** Pages of lists while sandboxes come, go and are paused: what a client may rely on, whatever happens in between. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { field, firstKey, startWorld, type World } from './control-world.ts'

/** Each is a world of lists of its own, told apart by its metadata. */
const runs = 25

/** What happens while a page is on its way; numbers choose among the sandboxes that live. */
const anyOp = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), laterMs: fc.nat(2) }),
  fc.record({ kind: fc.constantFrom('kill' as const, 'pause' as const), which: fc.nat(100) }),
)
type Op = typeof anyOp extends fc.Arbitrary<infer T> ? T : never

const anyRun = fc.record({
  /** Milliseconds from one start to the next: many are the same instant. */
  gapsMs: fc.array(fc.nat(1), { minLength: 3, maxLength: 16 }),
  order: fc.constantFrom('asc', 'desc'),
  states: fc.constantFrom('', 'running', 'paused', 'running,paused'),
  limit: fc.integer({ min: 1, max: 5 }),
  /** By the page that they happen with. */
  ops: fc.array(fc.array(anyOp, { maxLength: 2 }), { maxLength: 8 }),
})

/** What is known of a sandbox without asking for it. */
interface Known {
  state: 'running' | 'paused' | 'killed'
}

class Model {
  readonly sandboxes = new Map<string, Known>()
  readonly #world: World
  readonly #run: string

  constructor(world: World, run: string) {
    this.#world = world
    this.#run = run
  }

  async create(): Promise<void> {
    const id = await this.#world.create({ timeout: 3600, metadata: { run: this.#run, other: 'x' } })
    this.sandboxes.set(id, { state: 'running' })
  }

  async do(op: Op): Promise<void> {
    if (op.kind === 'create') {
      await this.#world.clock.advance(op.laterMs)
      return await this.create()
    }
    const living = this.ids(({ state }) => state === 'running')
    const id = living[op.which % Math.max(1, living.length)]
    const known = id === undefined ? undefined : this.sandboxes.get(id)
    if (id === undefined || known === undefined) return
    known.state = op.kind === 'kill' ? 'killed' : 'paused'
    if (op.kind === 'kill') await this.#world.call('DELETE', `/sandboxes/${id}`)
    else await this.#world.call('POST', `/sandboxes/${id}/pause`)
  }

  ids(matches: (known: Known) => boolean): string[] {
    return [...this.sandboxes].filter(([, known]) => matches(known)).map(([id]) => id)
  }
}

test('no sandbox comes twice, none that lived through all pages is missing, and the count is right', async () => {
  const world = await startWorld()
  let run = 0
  await fc.assert(
    fc.asyncProperty(anyRun, async ({ gapsMs, order, states, limit, ops }) => {
      const name = `run ${run++}`
      const model = new Model(world, name)
      for (const gapMs of gapsMs) {
        await world.clock.advance(gapMs)
        await model.create()
      }
      const wanted = states === '' ? ['running', 'paused'] : states.split(',')
      const matching = () => model.ids(({ state }) => wanted.includes(state))
      let throughout = matching()
      const seen: { id: string; startedAt: string }[] = []
      const query = {
        metadata: encodeURIComponent(`run=${name}`),
        order,
        state: states,
        limit: String(limit),
      }
      for (let token: string | null = '', page = 0; token !== null; page++) {
        const runningBefore = model.ids(({ state }) => state === 'running').length
        const more: Record<string, string> = token === '' ? {} : { nextToken: token }
        const [reply] = await Promise.all([
          world.call('GET', `/v2/sandboxes?${new URLSearchParams({ ...query, ...more })}`),
          ...(ops[page] ?? []).map((op) => model.do(op)),
        ])
        expect(reply.status).toBe(200)
        const runningAfter = model.ids(({ state }) => state === 'running').length
        const total = reply.headers.get('x-total-running')
        if (!wanted.includes('running')) expect(total).toBeNull()
        else if ((ops[page] ?? []).length === 0) expect(Number(total)).toBe(runningBefore)
        else expect(Math.abs(Number(total) - runningAfter)).toBeLessThanOrEqual(2)
        const still = new Set(matching())
        throughout = throughout.filter((id) => still.has(id))
        const items = reply.body as unknown[]
        seen.push(
          ...items.map((item) => ({ id: field(item, 'sandboxID'), startedAt: field(item, 'startedAt') })),
        )
        token = reply.headers.get('x-next-token')
        if (token !== null) expect(items).toHaveLength(limit)
      }
      const ids = seen.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(throughout.filter((id) => !ids.includes(id))).toEqual([])
      expect(ids.filter((id) => !model.sandboxes.has(id))).toEqual([])
      const inOrder = seen.toSorted(
        (a, b) =>
          (order === 'asc' ? 1 : -1) *
          (Date.parse(a.startedAt) - Date.parse(b.startedAt) || -(a.id < b.id ? -1 : 1)),
      )
      expect(seen).toEqual(inOrder)
      await Promise.all(
        model.ids(({ state }) => state !== 'killed').map((id) => world.call('DELETE', `/sandboxes/${id}`)),
      )
    }),
    { numRuns: runs },
  )
})

test('a token is of one list and no other, and a page of exactly all has none', async () => {
  const world = await startWorld()
  for (let count = 0; count < 4; count++) {
    await world.create()
    await world.clock.advance(1)
  }
  const first = await world.call('GET', '/v2/sandboxes?limit=2')
  const token = first.headers.get('x-next-token') ?? ''
  expect((await world.call('GET', `/v2/sandboxes?order=asc&nextToken=${token}`)).status).toBe(400)
  expect((await world.call('GET', `/v2/sandboxes?nextToken=x`)).status).toBe(400)
  expect((await world.call('GET', '/v2/sandboxes?limit=4')).headers.get('x-next-token')).toBeNull()
  expect((await world.call('GET', '/v2/sandboxes?limit=2')).headers.get('x-total-running')).toBe('4')
})

test('a page in a browser may send the key, and read the headers that lists and limits answer with', async () => {
  const { call } = await startWorld()
  const preflight = await call('OPTIONS', '/v2/sandboxes', {
    key: null,
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-api-key,lang,package_version',
    },
  })
  expect(preflight.status).toBe(204)
  const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase()
  for (const name of ['x-api-key', 'content-type', 'lang', 'package_version']) expect(allowed).toContain(name)
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
    expect(preflight.headers.get('access-control-allow-methods')).toContain(method)
  const headers = { origin: 'https://app.example' }
  for (const reply of [
    await call('GET', '/v2/sandboxes', { key: firstKey, headers }),
    await call('GET', '/v2/sandboxes', { key: null, headers }),
    await call('GET', '/nope', { headers }),
  ]) {
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    const exposed = reply.headers.get('access-control-expose-headers')?.split(', ')
    expect(exposed).toEqual([
      ...[
        'X-Next-Token',
        'X-Total-Running',
        'X-Request-ID',
        'Idempotent-Replayed',
        'X-Cay-Source',
        'RateLimit-Limit',
        'RateLimit-Remaining',
        'RateLimit-Reset',
      ],
      'Retry-After',
    ])
  }
})
