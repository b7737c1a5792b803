/** Every call in every state of a sandbox, under concurrency: who is served, who waits, who joins, who is refused. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HttpDaemon } from '@cay/orchestrator/edge/sandbox/daemon.ts'
import { startHostileDaemon } from '@cay/orchestrator/testing/hostile-daemon.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hold, type Reply, startWorld, type World } from './control-world.ts'

const unknownId = `i${'x'.repeat(20)}`
const states = ['running', 'pausing', 'paused', 'snapshotting', 'killing', 'unknown'] as const
type State = (typeof states)[number]

/** A status, and whether it comes only after what is under way has ended. */
interface Cell {
  readonly status: number
  readonly isLate: boolean
  readonly text?: string
}

const at = (status: number, text?: string): Cell => ({
  status,
  isLate: false,
  ...(text === undefined ? {} : { text }),
})
const late = (status: number): Cell => ({ status, isLate: true })
const gone = at(404, "doesn't exist or you don't have access to it")

interface Call {
  readonly method: string
  readonly path: string
  readonly version?: string
  readonly body?: object
}

const calls: Readonly<Record<string, Call>> = {
  show: { method: 'GET', path: '' },
  pause: { method: 'POST', path: '/pause' },
  resume: { method: 'POST', path: '/resume' },
  connect: { method: 'POST', path: '/connect', body: { timeout: 60 } },
  'connect v2': { method: 'POST', path: '/connect', version: '/v2' },
  fork: { method: 'POST', path: '/fork' },
  snapshot: { method: 'POST', path: '/snapshots', body: {} },
  timeout: { method: 'POST', path: '/timeout', body: { timeout: 60 } },
  refresh: { method: 'POST', path: '/refreshes', body: {} },
  network: { method: 'PUT', path: '/network', body: {} },
  kill: { method: 'DELETE', path: '' },
}

const matrix: Readonly<Record<string, Readonly<Record<State, Cell>>>> = {
  show: row(at(200), at(200), at(200), at(200), gone, gone),
  pause: row(at(204), late(204), at(409, 'already paused'), late(204), gone, gone),
  resume: row(at(409, 'already running'), late(201), at(201), at(409), gone, gone),
  connect: row(at(200), late(201), at(201), at(200), at(409), gone),
  'connect v2': row(at(200), late(201), at(201), at(200), at(409), gone),
  fork: row(at(201), at(409), at(409, 'resume it first'), at(409), gone, gone),
  snapshot: row(at(201), at(409), gone, at(409), gone, gone),
  timeout: row(at(204), at(409), gone, at(204), at(409), gone),
  refresh: row(at(204), at(409), gone, at(204), at(409), gone),
  network: row(at(204), at(409), gone, at(409), at(409), gone),
  kill: row(at(204), at(204), at(204), at(204), late(404), gone),
}

function row(...cells: [Cell, Cell, Cell, Cell, Cell, Cell]): Record<State, Cell> {
  const [running, pausing, paused, snapshotting, killing, unknown] = cells
  return { running, pausing, paused, snapshotting, killing, unknown }
}

interface Case {
  readonly id: string
  /** Lets what is under way come to its end; resolves with the status that its caller got. */
  finish(): Promise<number | undefined>
}

/** A sandbox that is in the state for as long as it takes. */
async function reach(world: World, state: State): Promise<Case> {
  if (state === 'unknown') return { id: unknownId, finish: async () => undefined }
  const id = await world.create({ timeout: 600 })
  const post = (path: string, body?: object) =>
    world.call('POST', `/sandboxes/${id}${path}`, body === undefined ? {} : { body })
  if (state === 'paused') expect((await post('/pause')).status).toBe(204)
  if (state === 'running' || state === 'paused') return { id, finish: async () => undefined }
  const start = {
    pausing: () => post('/pause'),
    snapshotting: () => post('/snapshots', {}),
    killing: () => world.call('DELETE', `/sandboxes/${id}`),
  }[state]
  const verb = ({ pausing: 'pause', snapshotting: 'capture', killing: 'kill' } as const)[state]
  const held = hold(world, verb)
  const started = start()
  await held.reached
  return {
    id,
    finish: async () => {
      held.release()
      return (await started).status
    },
  }
}

/** Requests of others that are served while one is given the chance to be answered. */
const othersMax = 20

async function isAnswered(world: World, reply: Promise<Reply>): Promise<boolean> {
  let answered = false
  void reply.then(() => {
    answered = true
  })
  for (let others = 0; others < othersMax && !answered; others++) await world.call('GET', '/v2/sandboxes')
  return answered
}

function send(world: World, id: string, { method, path, version = '', body }: Call): Promise<Reply> {
  return world.call(method, `${version}/sandboxes/${id}${path}`, body === undefined ? {} : { body })
}

test.each(Object.keys(matrix))('%s in every state', async (name) => {
  const world = await startWorld()
  for (const state of states) {
    const cell = matrix[name]?.[state]
    const call = calls[name]
    if (cell === undefined || call === undefined) throw new Error('the matrix has a hole')
    const { id, finish } = await reach(world, state)
    const reply = send(world, id, call)
    expect([state, await isAnswered(world, reply)]).toEqual([state, !cell.isLate])
    // A kill ends what is in progress.
    expect([undefined, 201, 204, ...(name === 'kill' ? [404] : [])]).toContain(await finish())
    const { status, body } = await reply
    expect([state, status]).toEqual([state, cell.status])
    if (cell.text !== undefined) expect(body).toMatchObject({ message: expect.stringContaining(cell.text) })
  }
})

test('a kill does not wait for a pause whose daemon sends its files a byte at a time', async () => {
  const world = await startWorld()
  const id = await world.create({ timeout: 600 })
  await using daemon = await startHostileDaemon('one byte at a time')
  const directory = await mkdtemp(join(tmpdir(), 'cay-matrix-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  await writeFile(join(directory, 'rootfs.erofs.paths'), '')
  const { address } = daemon
  const places = { rootfs: join(directory, 'rootfs.erofs'), file: join(directory, 'files') }
  vi.spyOn(world.node.orchestrator.node.daemon, 'exportChanges').mockImplementation(
    ({ controlToken: _, ...options }) => new HttpDaemon().exportChanges({ ...options, ...places, address }),
  )
  const paused = world.call('POST', `/sandboxes/${id}/pause`, { body: { memory: false } })
  await daemon.reached
  expect(await world.call('DELETE', `/sandboxes/${id}`)).toMatchObject({ status: 204 })
  expect(await paused).toMatchObject({ status: 404 })
  expect(await world.call('GET', `/sandboxes/${id}`)).toMatchObject({ status: 404 })
})

test('of many at once all are told the same, and the node is asked once', async () => {
  const world = await startWorld()
  const id = await world.create()
  const five = (path: string) =>
    Array.from({ length: 5 }, () => world.call('POST', `/sandboxes/${id}${path}`))
  const statusesOf = async (replies: Promise<Reply>[]) =>
    (await Promise.all(replies)).map(({ status }) => status)
  const held = hold(world, 'pause')
  const pauses = five('/pause')
  await held.reached
  expect(await isAnswered(world, Promise.any(pauses))).toBe(false)
  held.release()
  expect(await statusesOf(pauses)).toEqual([204, 204, 204, 204, 204])
  expect(held.count).toBe(1)
  const heldResume = hold(world, 'resume')
  const resumes = five('/resume')
  await heldResume.reached
  expect(await isAnswered(world, Promise.any(resumes))).toBe(false)
  heldResume.release()
  expect(await statusesOf(resumes)).toEqual([201, 201, 201, 201, 201])
  expect(world.node.resumes).toHaveLength(1)
})
