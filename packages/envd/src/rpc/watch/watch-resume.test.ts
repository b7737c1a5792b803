import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { headers } from '@cay/contract/names.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventsWaitingMax } from '../../app/watch/file-events.ts'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'
import { openRawStream, type RawStream } from '../../testing/raw-stream.ts'

let daemon: OwnDaemon
let root: string
let count = 0
beforeAll(async () => {
  daemon = await startOwnDaemon()
})
afterAll(() => daemon[Symbol.asyncDispose]())
beforeEach(() => {
  root = `${daemon.home}/${++count}`
  mkdirSync(root)
})

interface Wish {
  readonly attempt?: number
  readonly frames?: number
  readonly more?: Readonly<Record<string, string>>
}

function watch({ attempt = 1, frames = 0, more = {} }: Wish = {}): Promise<RawStream> {
  return openRawStream({
    url: daemon.url,
    method: 'filesystem.Filesystem/WatchDir',
    message: attempt === 1 ? { path: root } : {},
    headers: { [headers.stream]: `watch-${count}:${attempt}:${frames}`, ...more },
  })
}

/** Returns the names of created files once there are `number` of them. */
async function created(stream: RawStream, number: number): Promise<{ names: string[]; frames: number }> {
  const names: string[] = []
  let frames = 0
  while (names.length < number) {
    const message = await stream.next()
    if (message === undefined || 'end' in message) throw new Error(`ended: ${JSON.stringify(message)}`)
    frames += 1
    const { name, type } = (message.filesystem ?? {}) as { name?: string; type?: string }
    if (name !== undefined && type === 'EVENT_TYPE_CREATE') names.push(name)
  }
  return { names, frames }
}

const make = (...names: string[]) => {
  for (const name of names) writeFileSync(`${root}/${name}`, '')
}

test('a stream that was cut goes on where it was, with what happened meanwhile, as often as it is cut', async () => {
  const names: string[] = []
  let frames = 1
  let stream = await watch()
  expect(await stream.next()).toEqual({ start: {} })
  for (let attempt = 2; attempt <= 4; attempt++) {
    make(`${attempt}-before`)
    const got = await created(stream, 1)
    names.push(...got.names)
    frames += got.frames
    stream.cut()
    make(`${attempt}-meanwhile`)
    stream = await watch({ attempt, frames })
    const more = await created(stream, 1)
    names.push(...more.names)
    frames += more.frames
  }
  expect(names).toEqual([2, 3, 4].flatMap((each) => [`${each}-before`, `${each}-meanwhile`]))
  stream.leave()
})

test('many events on the way are neither lost nor told twice', async () => {
  const all = Array.from({ length: 3000 }, (_, index) => `file-${index}`)
  const names: string[] = []
  let frames = 1
  let stream = await watch()
  await stream.next()
  make(...all)
  for (let attempt = 2; attempt <= 6; attempt++) {
    const got = await created(stream, 500)
    names.push(...got.names)
    frames += got.frames
    stream.cut()
    stream = await watch({ attempt, frames })
  }
  names.push(...(await created(stream, all.length - names.length)).names)
  expect(names).toEqual(all)
  stream.leave()
})

test('what was too much to wait for is told as lost, never left out in silence', async () => {
  const stream = await watch()
  await stream.next()
  stream.cut()
  make(...Array.from({ length: 2 * eventsWaitingMax }, (_, index) => `${index}`))
  const again = await watch({ attempt: 2, frames: 1 })
  await expect(created(again, 2 * eventsWaitingMax)).rejects.toThrow('resource_exhausted')
})

test('a stream whose caller has left is watched no more and cannot be taken up', async () => {
  const before = daemon.watching()
  const stream = await watch()
  await stream.next()
  stream.leave()
  await expect.poll(() => daemon.watching()).toEqual(before)
  const again = await watch({ attempt: 2, frames: 1 })
  expect(await again.next()).toMatchObject({ end: { error: { code: 'not_found' } } })
})

test('keepalives go on, and the deadline is that of the first call', async () => {
  const more = { [headers.keepalivePingInterval]: '1', [headers.connectTimeoutMs]: '2500' }
  const stream = await watch({ more })
  await stream.next()
  stream.cut()
  const again = await watch({ attempt: 2, frames: 1, more: { [headers.keepalivePingInterval]: '1' } })
  expect(await again.next()).toEqual({ keepalive: {} })
  expect(await again.next()).toEqual({ keepalive: {} })
  expect(await again.next()).toMatchObject({ end: { error: { code: 'deadline_exceeded' } } })
  rmSync(root, { recursive: true })
})
