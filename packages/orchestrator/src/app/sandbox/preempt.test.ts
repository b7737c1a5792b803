/** Ends of sandboxes in the middle of each verb, whatever answers in place of their daemons. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodePaths } from '@cay/contract/names.ts'
import { plainLifecycle } from '@cay/core/sandbox/lifecycle.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { guestLogs } from '../../edge/logs/guest-logs.ts'
import { HttpDaemon } from '../../edge/sandbox/daemon.ts'
import type { ExportOptions, GuestActivity, GuestIdentity } from '../../ports/guest.ts'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import {
  type HostileAnswer,
  type HostileDaemon,
  hostileKinds,
  startHostileDaemon,
} from '../../testing/hostile-daemon.ts'
import { IdleFreezer } from '../idle/idle-freezer.ts'
import type { NodeContext } from '../node/node-context.ts'
import { exportPastEndMsMax, pauseSandbox } from '../pause/pause-sandbox.ts'
import { resumeSandbox } from '../pause/resume-sandbox.ts'
import { captureSandbox } from '../snapshot/capture-sandbox.ts'
import { createSandbox } from './create-sandbox.ts'
import { endSandbox } from './end-sandbox.ts'
import { reconcileSandboxes } from './reconcile-sandboxes.ts'
import { releaseSandbox } from './release-sandbox.ts'

const sandboxId = 'i00000000000000000001'
const snapshotId = '33333333-3333-4333-8333-333333333333'
const timeoutSeconds = 60
const request = {
  ...{ sandboxId, templateId: simulatedBuild.templateId, buildId: simulatedBuild.buildId, timeoutSeconds },
  ...{ envVars: {}, egress: { allowOut: [], denyOut: [] } },
}

let directory: string
let machine: SimulatedMachine
let node: NodeContext
let daemon: HostileDaemon

/** The files of its containers are where a test may write. It asks for no proof: root of a sandbox can give one. */
class DaemonWithFiles extends HttpDaemon {
  override init(address: string, identity: GuestIdentity, _?: string, signal?: AbortSignal): Promise<string> {
    return super.init(address, identity, undefined, signal)
  }
  override idle(address: string, _: string | undefined, signal?: AbortSignal): Promise<GuestActivity> {
    return super.idle(address, undefined, signal)
  }
  override readonly exportChanges = async ({ controlToken: _, ...options }: ExportOptions) => {
    const file = join(directory, 'files')
    const rootfs = join(directory, 'rootfs.erofs')
    const stopped = await new HttpDaemon().exportChanges({ ...options, rootfs, file })
    await rm(file)
    machine.images.set(options.file, { work: [], files: [] })
    return stopped
  }
  override readonly importChanges = (address: string, _: string, signal?: AbortSignal) =>
    new HttpDaemon().importChanges(address, join(directory, 'rootfs.erofs.paths'), signal)
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-preempt-'))
  await writeFile(join(directory, 'rootfs.erofs.paths'), 'a\0')
  machine = new SimulatedMachine()
  node = simulateNode(machine, { daemon: new DaemonWithFiles(), guestLogs })
  daemon = await startHostileDaemon()
  // For a second container of the sandbox too, and for one that is made while the first is removed.
  machine.nextAddresses.push(...Array.from({ length: 4 }, () => daemon.address))
})
afterEach(async () => {
  vi.useRealTimers()
  node.pool.close()
  await daemon[Symbol.asyncDispose]()
  await rm(directory, { recursive: true, force: true })
})

const create = () => createSandbox(node, request)
const pause = (filesOnly: boolean) => pauseSandbox(node, { sandboxId, filesOnly })
const resume = () => resumeSandbox(node, { sandboxId, timeoutSeconds, filesOnly: false })

async function checkForIdleness() {
  const freezer = new IdleFreezer(node, 0)
  await freezer.poll()
  await freezer.settled()
  throw new Error('it is not frozen')
}

interface Verb {
  /** Where the daemon answers in a hostile way. */
  readonly path: string
  before?(): Promise<unknown>
  run(): Promise<unknown>
}

const verbs: Readonly<Record<string, Verb>> = {
  'a create that waits for the daemon': { path: '/health', run: create },
  'a create that gives an identity': { path: '/init', run: create },
  'a pause of files': { path: nodePaths.exportChanges, before: create, run: () => pause(true) },
  'a resume from files that waits for the daemon': {
    path: '/health',
    before: async () => {
      await create()
      await pause(true)
    },
    run: resume,
  },
  'a resume from files that writes them': {
    path: nodePaths.importChanges,
    before: async () => {
      await create()
      await pause(true)
    },
    run: resume,
  },
  'a resume from files that gives an identity': {
    path: '/init',
    before: async () => {
      await create()
      await pause(true)
    },
    run: resume,
  },
  'a resume with memory that waits for the daemon': {
    path: '/health',
    before: async () => {
      await create()
      await pause(false)
      machine.crash(node.frozenCopies.records()[0]?.container.id ?? '')
    },
    run: resume,
  },
  'a resume of files out of memory': {
    path: nodePaths.exportChanges,
    before: async () => {
      await create()
      await pause(false)
    },
    run: () => resumeSandbox(node, { sandboxId, timeoutSeconds, filesOnly: true }),
  },
  'a look for idleness': { path: nodePaths.idle, before: create, run: checkForIdleness },
}

/** These fail no call before its signal or its time. */
const lasting: readonly HostileAnswer[] = [
  'silent',
  'one byte of a head at a time',
  'endless white space in a head',
]

async function begin(verb: Verb, kind: HostileAnswer) {
  await verb.before?.()
  daemon.answer(kind, verb.path)
  const running = verb.run().then(
    () => undefined,
    (error: unknown) => error,
  )
  await daemon.reached
  return { running }
}

/** A create that was ended leaves nothing that could be killed. */
const kill = () =>
  endSandbox(node, sandboxId, 'killed').catch((error: unknown) =>
    expect(error).toMatchObject({ code: 'sandbox_not_found' }),
  )

const isEnded = () => node.registry.views().some(({ phase }) => phase === 'ended')

async function expectGone() {
  expect(node.registry.view(sandboxId)).toBeUndefined()
  await vi.waitFor(() => {
    const { slots, disks, processes } = machine.leftovers()
    expect([...slots, ...disks, ...processes]).toEqual([])
  })
  await vi.waitFor(() => expect(daemon.openConnections).toBe(0), 10_000)
}

describe.each(Object.keys(verbs))('in %s', (name) => {
  const verb = verbs[name]
  if (verb === undefined) throw new Error('a verb of the table')

  test.each(hostileKinds)('a kill ends a sandbox whose daemon answers with %s', async (kind) => {
    const { running } = await begin(verb, kind)
    const killed = kill()
    const error = await running
    await killed
    if (lasting.includes(kind) && name !== 'a look for idleness')
      expect(error).toMatchObject({ code: 'sandbox_not_found' })
    await expectGone()
  })
})

/** The runtime writes memory until the processes are gone, and then fails. */
async function holdCheckpoint() {
  const reached = Promise.withResolvers<void>()
  vi.spyOn(node.runtime, 'checkpoint').mockImplementation(async ({ id }) => {
    reached.resolve()
    await vi.waitFor(() => expect(machine.guests.has(id)).toBe(false), { timeout: 60_000 })
    throw new Error('the runtime has lost its sandbox')
  })
  return reached.promise
}

test.each([
  ['a pause with memory', () => pause(false)],
  ['a capture', () => captureSandbox(node, { sandboxId, snapshotId })],
])('a kill ends %s that the runtime does not complete', async (_, begin) => {
  await create()
  const reached = holdCheckpoint()
  const failed = expect(begin()).rejects.toMatchObject({ code: 'sandbox_not_found' })
  await reached
  await kill()
  await failed
  await expectGone()
  expect([...machine.images.keys()].filter((path) => path.includes(snapshotId))).toEqual([])
})

test('a kill ends a pause that waits for its turn to be captured', async () => {
  await create()
  const gate = Promise.withResolvers<void>()
  const held = Array.from({ length: 4 }, () => node.captures.run('', () => gate.promise))
  const failed = expect(pause(false)).rejects.toMatchObject({ code: 'sandbox_not_found' })
  await vi.waitFor(() => expect(node.captures.waiting).toBe(1))
  await kill()
  await failed
  gate.resolve()
  await Promise.all(held)
  await expectGone()
})

test('a kill ends a pause whose upload does not end', async () => {
  await create()
  const reached = Promise.withResolvers<void>()
  vi.spyOn(node.snapshots, 'upload').mockImplementation(() => {
    reached.resolve()
    return new Promise(() => undefined)
  })
  const failed = expect(pause(false)).rejects.toMatchObject({ code: 'sandbox_not_found' })
  await reached.promise
  await kill()
  await failed
  await expectGone()
})

test('a kill that belongs to an earlier placement ends nothing', async () => {
  await createSandbox(node, { ...request, epoch: 2 })
  daemon.answer('silent', nodePaths.exportChanges)
  const paused = pause(true)
  await daemon.reached
  const stale = expect(endSandbox(node, sandboxId, 'killed', 1)).rejects.toMatchObject({
    code: 'stale_epoch',
  })
  expect(node.registry.view(sandboxId)?.phase).toBe('pausing')
  const failed = expect(paused).rejects.toMatchObject({ code: 'sandbox_not_found' })
  await endSandbox(node, sandboxId, 'killed', 2)
  await Promise.all([stale, failed])
})

test('the release of a copy ends what is in progress for it', async () => {
  await createSandbox(node, { ...request, epoch: 1 })
  daemon.answer('silent', nodePaths.exportChanges)
  const failed = expect(pause(true)).rejects.toMatchObject({ code: 'sandbox_not_found' })
  await daemon.reached
  await releaseSandbox(node, { sandboxId, epoch: 1 })
  await failed
  expect(node.registry.view(sandboxId)).toBeUndefined()
})

describe('at the timeout of a sandbox', () => {
  const expire = () => {
    machine.nowMs += timeoutSeconds * 1000 + 1
    reconcileSandboxes(node)
  }

  test.each(hostileKinds)(
    'a pause of files does not outlast it, when the daemon answers with %s',
    async (kind) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      await create()
      daemon.answer(kind, nodePaths.exportChanges)
      const paused = pause(true).then(
        () => 'paused',
        () => 'failed',
      )
      await daemon.reached
      machine.nowMs += timeoutSeconds * 1000 + 1
      await vi.advanceTimersByTimeAsync(timeoutSeconds * 1000 + exportPastEndMsMax)
      const outcome = await paused
      vi.useRealTimers()
      // What the node shows is what is true: one that is not paused ends now.
      if (outcome === 'paused') expect(node.registry.view(sandboxId)?.phase).toBe('paused')
      else {
        reconcileSandboxes(node)
        await vi.waitFor(() => expect(isEnded()).toBe(true), 5_000)
        await expectGone()
      }
    },
  )

  test('a look for idleness gives way to its end', async () => {
    await create()
    daemon.answer('silent', nodePaths.idle)
    const looking = checkForIdleness().catch(() => undefined)
    await daemon.reached
    expire()
    await vi.waitFor(() => expect(isEnded()).toBe(true), 10_000)
    await looking
    await expectGone()
  })

  test('a sandbox that can never be paused, because of its daemon, is ended after ten minutes', async () => {
    const lifecycle = { ...plainLifecycle, onTimeout: 'pause', filesOnly: true } as const
    await createSandbox(node, { ...request, lifecycle })
    daemon.answer('another status', nodePaths.exportChanges)
    expire()
    await vi.waitFor(() => expect(node.pauseAgainAtMs.has(sandboxId)).toBe(true))
    expect(node.registry.view(sandboxId)?.phase).toBe('running')
    machine.nowMs += 10 * 60_000
    await vi.waitFor(() => expect(node.pendingEnds.size).toBe(0))
    reconcileSandboxes(node)
    await vi.waitFor(() => expect(isEnded()).toBe(true), 5_000)
    await expectGone()
  })
})
