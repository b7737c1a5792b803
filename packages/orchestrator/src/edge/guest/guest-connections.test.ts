/** Every call of the node to a daemon, against whatever may answer at its port. */
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodePaths } from '@cay/contract/names.ts'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type HostileAnswer, hostileKinds, startHostileDaemon } from '../../testing/hostile-daemon.ts'
import { guestLogs } from '../logs/guest-logs.ts'
import { HttpDaemon } from '../sandbox/daemon.ts'
import { GuestClient } from '../sandbox/guest-client.ts'
import { HttpBuildGuest } from '../template-build/build-guest.ts'
import { connectionsPerGuestMax } from './guest-agent.ts'
import { GuestConnections, headMsMax, progressEveryMs } from './guest-connections.ts'

const identity = {
  ...{ sandboxId: 's', templateId: 't', hostname: 's', controlToken: 'c', envVars: {}, timestampMs: 0 },
  resources: { cpuCount: 2, memoryMb: 512, diskSizeMb: 1024 },
}
const ignore = () => undefined
const roomBytes = async () => 2 ** 40

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-guest-'))
  await writeFile(join(directory, 'rootfs.erofs.paths'), 'a\0')
  await writeFile(join(directory, 'archive'), 'x'.repeat(1000))
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(directory, { recursive: true, force: true })
})

const exportTo = (address: string, more: { bytesMax?: number; signal?: AbortSignal } = {}) =>
  new HttpDaemon().exportChanges({
    ...{ address, controlToken: 'c', rootfs: join(directory, 'rootfs.erofs'), roomBytes },
    ...{ file: join(directory, 'files'), bytesMax: 8 * 2 ** 20, ...more },
  })

function openBuildGuest(address: string, signal = new AbortController().signal): HttpBuildGuest {
  const tokens = { accessToken: 'a', controlToken: 'c' }
  const files = { rootfs: join(directory, 'rootfs.erofs'), stepProgram: join(directory, 'archive') }
  const guest = new HttpBuildGuest({ address, ...tokens, ...files, diskSizeMb: 1, signal }, roomBytes)
  onTestFinished(() => guest.close())
  return guest
}

function openClient(address: string, signal = new AbortController().signal): GuestClient {
  const client = new GuestClient(address, { accessToken: 'a', controlToken: 'c' }, { callMs: 10_000, signal })
  onTestFinished(() => client.close())
  return client
}

const command = { command: 'true', user: 'root', workdir: undefined, variables: {} }

/** Each with a signal that ends it, or a time of its own that is short. */
const verbs: Readonly<Record<string, (address: string, signal: AbortSignal) => Promise<unknown>>> = {
  init: (address, signal) => new HttpDaemon().init(address, identity, 'c', signal),
  'wait until it is ready': (address, signal) => new HttpDaemon().waitReady(address, 200, signal),
  idle: (address, signal) => new HttpDaemon().idle(address, 'c', signal),
  'trim memory': (address, signal) => new HttpDaemon().trimMemory(address, 'c', signal),
  'read the log': (address) => guestLogs.page({ address, controlToken: 'c' }, '', 200),
  'export changes': (address, signal) => exportTo(address, { signal }),
  'import changes': (address, signal) =>
    new HttpDaemon().importChanges(address, join(directory, 'archive'), signal),
  'run a command': (address, signal) => openClient(address, signal).runCommand('root', 'true'),
  'launch a command': (address, signal) => openClient(address, signal).launch('root', 'true'),
  'read a file': (address, signal) => openClient(address, signal).readFile('root', '/x'),
  'write a file': (address, signal) => openClient(address, signal).writeFile('root', '/x', 'x'),
  'use the file system': (address, signal) => openClient(address, signal).exerciseFiles('root', '/x'),
  'run a command of a build': (address, signal) => openBuildGuest(address, signal).start(command, ignore).end,
  'run a step of a build': (address, signal) => openBuildGuest(address, signal).step({}),
  'upload a file': (address, signal) =>
    openBuildGuest(address, signal).upload('/x', join(directory, 'archive')),
  'export the changes of a build': (address, signal) =>
    openBuildGuest(address, signal).exportChanges(join(directory, 'files')),
}

/** A call that needs nothing of an answer but its status takes these for one. */
const mayPass: readonly HostileAnswer[] = ['wrong types', 'no JSON', 'a length that is too small']

describe.each(Object.keys(verbs))('to %s', (verb) => {
  test.each(hostileKinds)(
    'fails by its signal or its time or before, when the answer is %s',
    async (kind) => {
      await using daemon = await startHostileDaemon(kind)
      const ended = new AbortController()
      const outcome = verbs[verb]?.(daemon.address, ended.signal).then(
        () => 'answered',
        () => 'failed',
      )
      await daemon.reached
      const late = setTimeout(() => ended.abort(new Error('killed')), 50)
      if (mayPass.includes(kind)) await outcome
      else expect(await outcome).toBe('failed')
      clearTimeout(late)
    },
  )
})

test('a message that declares 3.75 GiB fails the step before it is received', async () => {
  await using daemon = await startHostileDaemon('a message of 3.75 GiB')
  const before = process.memoryUsage()
  const running = openBuildGuest(daemon.address).start(command, ignore)
  await expect(running.end).rejects.toThrow(/message size 4026531840 is larger than configured/)
  const grown = process.memoryUsage().arrayBuffers - before.arrayBuffers
  expect(grown).toBeLessThan(64 * 2 ** 20)
})

test('an export that is longer than its bound fails, and leaves no file', async () => {
  await using daemon = await startHostileDaemon('an endless body', nodePaths.exportChanges)
  await expect(exportTo(daemon.address)).rejects.toThrow('envd sent more than 8388608 bytes')
  expect(await readdir(directory)).not.toContain('files')
})

test('an export stops before it takes the reserve of the disk', async () => {
  await using daemon = await startHostileDaemon('an endless body', nodePaths.exportChanges)
  let room = 3
  const roomBytes = async () => (room-- > 0 ? 2 ** 30 : 0)
  const rootfs = join(directory, 'rootfs.erofs')
  const options = { address: daemon.address, rootfs, file: join(directory, 'files'), bytesMax: 2 ** 40 }
  const failed = new HttpDaemon().exportChanges({ ...options, roomBytes })
  await expect(failed).rejects.toMatchObject({ code: 'disk_full' })
  expect(await readdir(directory)).not.toContain('files')
})

test('a whole export is kept, and the processes are stopped until they are let run', async () => {
  await using daemon = await startHostileDaemon()
  const stopped = await exportTo(daemon.address)
  expect((await stat(join(directory, 'files'))).size).toBe('changes'.length)
  expect(daemon.openConnections).toBe(1)
  stopped.continueProcesses()
  await vi.waitFor(() => expect(daemon.openConnections).toBe(0))
})

test('a call that moves next to nothing is ended, whatever its time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await using daemon = await startHostileDaemon('silent')
  const answer = new GuestConnections(daemon.address).send({
    ...{ method: 'POST', path: '/x', totalMs: 10 * progressEveryMs, answerBytesMax: 1 },
  })
  const failed = expect(answer).rejects.toThrow(/moved less than 65536 bytes/)
  await daemon.reached
  vi.advanceTimersByTime(progressEveryMs)
  await failed
})

test('a call that receives more than its answer can be is ended, also when nothing of it is a body', async () => {
  await using daemon = await startHostileDaemon('endless white space in a head')
  const asked = { method: 'GET', path: '/x', totalMs: 10 * progressEveryMs, answerBytesMax: 1 } as const
  await expect(new GuestConnections(daemon.address).send(asked)).rejects.toThrow(/sent more than \d+ bytes/)
})

test('a stream that does not begin is given up, also when the server changes the protocol', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await using daemon = await startHostileDaemon(
    'another protocol by its own choice',
    '/process.Process/Start',
  )
  const failed = expect(openBuildGuest(daemon.address).start(command, ignore).end).rejects.toThrow()
  await daemon.reached
  vi.advanceTimersByTime(headMsMax)
  await failed
})

test('a guest gets no more connections than its share, whoever calls it', async () => {
  await using daemon = await startHostileDaemon('silent')
  const ended = new AbortController()
  const { signal } = ended
  const call = () => new HttpDaemon().idle(daemon.address, 'c', signal)
  const calls = Array.from({ length: connectionsPerGuestMax }, call)
  for (const one of calls) one.catch(ignore)
  await vi.waitFor(() => expect(daemon.openConnections).toBe(connectionsPerGuestMax))
  await expect(call()).rejects.toThrow('the node has 64 connections to the guest already')
  // Another guest is called.
  await using other = await startHostileDaemon()
  expect(await new HttpDaemon().idle(other.address, 'c')).toEqual({ processes: 0, requests: 0 })
  ended.abort()
  await Promise.allSettled(calls)
  daemon.answer(undefined)
  await vi.waitFor(async () => expect(await call().catch(ignore)).toBeUndefined(), 5_000)
})
