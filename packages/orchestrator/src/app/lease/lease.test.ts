/** A node that loses its cluster: what it refuses, what it pauses and ends, and when. In virtual time. */
import { ServiceError } from '@cay/core/errors.ts'
import type { StatedBounds } from '@cay/core/lease/standing.ts'
import { plainLifecycle } from '@cay/core/sandbox/lifecycle.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { LeasedNode, VirtualTime } from '../../sim/leased-node.ts'
import { simulatedBuild } from '../../sim/simulated-node.ts'
import { pauseSandbox } from '../pause/pause-sandbox.ts'
import { resumeForTraffic } from '../pause/resume-for-traffic.ts'
import { resumeSandbox } from '../pause/resume-sandbox.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import { reconcileSandboxes } from '../sandbox/reconcile-sandboxes.ts'
import { captureSandbox } from '../snapshot/capture-sandbox.ts'

const { templateId, buildId } = simulatedBuild
const egress = { allowOut: [], denyOut: [] }
const pausing = { ...plainLifecycle, onTimeout: 'pause', autoResume: true, autoResumeSeconds: 300 } as const
const idOf = (number: number) => `i${String(number).padStart(20, '0')}`
const one = idOf(1)

let time: VirtualTime
let leased: LeasedNode
/** Whether control answers. */
let isLinked: boolean
let incarnation: number
let hasDatabase: boolean
let replicas: number
/** Control says of the present incarnation that it was given up. */
let isRemoved: boolean
let stated: StatedBounds
/** Milliseconds that an answer of control takes. */
let answerMs: number
const requested: number[] = []
/** What the node had when it first asked with the incarnation. */
const found = new Map<number, unknown>()

beforeEach(async () => {
  time = new VirtualTime()
  isLinked = true
  incarnation = 1
  hasDatabase = true
  replicas = 1
  isRemoved = false
  answerMs = 0
  requested.length = 0
  found.clear()
  stated = { leaseMs: 15_000, fenceMs: 270_000 }
  leased = new LeasedNode(time, {
    renew: async (request, { timeoutMs }) => {
      if (answerMs > 0) await time.sleep(Math.min(answerMs, timeoutMs))
      if (answerMs > timeoutMs) throw new Error('control does not answer in time')
      if (!isLinked) throw new Error('control does not answer')
      if (!hasDatabase) throw new ServiceError('database_unavailable', 'control cannot reach its database')
      requested.push(request.incarnation)
      if (requested.length > 1 && !found.has(request.incarnation))
        found.set(request.incarnation, [running(), phases()])
      if (requested.length > 100) throw new Error('control was asked too often')
      const isLost = isRemoved || (request.incarnation !== 0 && request.incarnation < incarnation)
      const others = { desiredStatus: undefined, replicas }
      return { verdict: isLost ? 'lost' : 'ok', incarnation, ...stated, ...others }
    },
  })
  await leased.run(1_000)
})

function create(sandboxId: string, lifecycle: typeof pausing | typeof plainLifecycle = plainLifecycle) {
  const timeoutSeconds = 3600
  return createSandbox(leased.node, {
    sandboxId,
    templateId,
    buildId,
    timeoutSeconds,
    envVars: {},
    egress,
    lifecycle,
    epoch: 7,
  })
}

/** Control was last heard at the last round of renewals before. */
async function cutFor(ms: number): Promise<void> {
  isLinked = false
  await leased.run(ms)
}

/** Resolves when the first one has begun. */
function holdCheckpoints(ms: number): Promise<void> {
  return new Promise((resolve) => {
    leased.machine.beforeStep = async (point) => {
      if (point !== 'runtime.checkpoint') return
      resolve()
      await time.sleep(ms)
    }
  })
}

const phases = () =>
  leased.node.registry.views().map((view) => (view.phase === 'ended' ? view.ended.reason : view.phase))
const running = () => leased.runningCount()

describe('without a lease', () => {
  test('nothing starts, by a call or by traffic, and the refusal says why', async () => {
    await create(one, pausing)
    await pauseSandbox(leased.node, { sandboxId: one, filesOnly: false })
    await cutFor(16_000)
    const refusal = {
      code: 'no_capacity',
      message: expect.stringMatching(/has not renewed its lease .* for 1\d seconds/),
    }
    await expect(create(idOf(2))).rejects.toMatchObject(refusal)
    const resume = { sandboxId: one, timeoutSeconds: 60 }
    await expect(resumeSandbox(leased.node, { ...resume, filesOnly: false })).rejects.toMatchObject(refusal)
    const traffic = { sandboxId: one, port: 80, accessToken: '' }
    await expect(resumeForTraffic(leased.node, traffic)).rejects.toMatchObject(refusal)
    isLinked = true
    await leased.run(5_000)
    await create(idOf(2))
    expect(phases().sort()).toEqual(['paused', 'running'])
  })

  test('a node that has just started admits nothing until control has answered', async () => {
    isLinked = false
    leased = new LeasedNode(time, { renew: async () => Promise.reject(new Error('nobody answers')) })
    await leased.run(1_000)
    await expect(create(one)).rejects.toThrow('has not renewed its lease with the cluster yet')
  })

  test('volumes of a shared directory are released before control may give the node up, also those of paused sandboxes', async () => {
    const volumeMounts = [{ volumeId: 'v', path: '/mnt/v' }]
    for (const [sandboxId, lifecycle] of [
      [one, pausing],
      [idOf(2), plainLifecycle],
    ] as const) {
      const request = { templateId, buildId, timeoutSeconds: 3600, envVars: {}, egress, epoch: 7 }
      await createSandbox(leased.node, { ...request, sandboxId, lifecycle, volumeMounts })
    }
    leased.machine.attachedVolumes.add('v').add('unused')
    await cutFor(265_000)
    expect([...leased.machine.attachedVolumes]).toEqual(['v', 'unused'])
    await leased.run(25_000)
    expect(phases().sort()).toEqual(['node_lost', 'paused'])
    expect([...leased.machine.attachedVolumes]).toEqual([])
    await leased.node.removals.drained()
    expect(leased.machine.guests.size).toBe(0)
  })

  test('expiries go on', async () => {
    const request = { templateId, buildId, timeoutSeconds: 60, envVars: {}, egress }
    await createSandbox(leased.node, { ...request, sandboxId: one })
    await cutFor(61_000)
    reconcileSandboxes(leased.node)
    await leased.run(1_000)
    expect(phases()).toEqual(['expired'])
  })

  test('nothing is paused or ended before 270 seconds, and then each sandbox as at its timeout', async () => {
    await create(one, pausing)
    await create(idOf(2))
    await cutFor(265_000)
    expect(phases()).toEqual(['running', 'running'])
    await leased.run(8_000)
    expect(phases().sort()).toEqual(['node_lost', 'paused'])
    expect(running()).toBe(0)
    expect(leased.node.registry.findPaused(one)?.claim.epoch).toBe(7)
  })

  test('what was paused behind the fence is resumed when the cluster is back', async () => {
    await create(one, pausing)
    await cutFor(280_000)
    isLinked = true
    await leased.run(10_000)
    await resumeSandbox(leased.node, { sandboxId: one, timeoutSeconds: 60, filesOnly: false, epoch: 8 })
    expect([phases(), leased.node.registry.epochOf(one)]).toEqual([['running'], 8])
  })

  test.each(['pause', 'capture'] as const)(
    'a %s that does not end is no reason to go on running',
    async (verb) => {
      await create(one, pausing)
      const held = holdCheckpoints(3_600_000)
      const snapshotId = '33333333-3333-4333-8333-333333333333'
      const stuck =
        verb === 'pause'
          ? pauseSandbox(leased.node, { sandboxId: one, filesOnly: false })
          : captureSandbox(leased.node, { sandboxId: one, snapshotId })
      stuck.catch(() => undefined)
      await held
      await cutFor(285_000)
      expect(running()).toBe(1)
      await leased.run(8_000)
      expect(running()).toBe(0)
      await leased.run(3_600_000, 60_000)
      expect(phases()).toEqual(['node_lost'])
      expect(leased.machine.snapshots.size).toBe(0)
    },
  )

  test('200 sandboxes are paused or ended before control may give the node up', async () => {
    leased.machine.sandboxesMax = 200
    for (let number = 0; number < 200; number += 1)
      await create(idOf(number), number % 2 === 0 ? pausing : plainLifecycle)
    void holdCheckpoints(2_000)
    await cutFor(268_000)
    expect(running()).toBe(200)
    await leased.run(28_000)
    expect(running()).toBe(0)
    const all = phases()
    // Four at once, two seconds each, for twenty seconds.
    expect(all.filter((phase) => phase === 'paused').length).toBeGreaterThanOrEqual(32)
    expect(all.filter((phase) => phase === 'node_lost').length).toBeGreaterThanOrEqual(100)
  })

  test('a lease that is renewed spares what was not paused or ended yet', async () => {
    for (let number = 0; number < 20; number += 1) await create(idOf(number), pausing)
    void holdCheckpoints(5_000)
    await cutFor(272_000)
    isLinked = true
    await leased.run(30_000)
    const paused = phases().filter((phase) => phase === 'paused').length
    expect(paused).toBeLessThan(20)
    expect(running()).toBe(20 - paused)
  })
})

test('control that takes longer for its answers than a node waits at first keeps what runs there alive', async () => {
  await create(one)
  answerMs = 18_000
  await leased.run(400_000)
  expect(phases()).toEqual(['running'])
  answerMs = 0
  await leased.run(30_000)
  await create(idOf(2))
})

test('the machine that was suspended ends what it held before anything else, and then renews', async () => {
  await create(one)
  time.suspend(400_000)
  await leased.run(1_000)
  expect([running(), phases()]).toEqual([0, ['node_lost']])
})

test.each([
  [1, ['running']],
  [2, ['node_lost']],
])('control without its database, of %i processes', async (count, expected) => {
  replicas = count
  await leased.run(6_000)
  await create(one)
  hasDatabase = false
  await leased.run(400_000)
  expect(phases()).toEqual(expected)
  await expect(create(idOf(2))).rejects.toThrow('has not renewed its lease')
})

test('a node that was given up ends all that runs before it goes on under the new incarnation', async () => {
  await create(one, pausing)
  await create(idOf(2))
  incarnation = 2
  const held = holdCheckpoints(20_000)
  const snapshotId = '33333333-3333-4333-8333-333333333333'
  const capture = captureSandbox(leased.node, { sandboxId: one, snapshotId })
  capture.catch(() => undefined)
  await held
  await leased.run(6_000)
  expect(found.get(2)).toEqual([0, ['node_lost', 'node_lost']])
  await create(idOf(3))
})

test('a node that was removed while control still knew it renews its lease as fast as it can', async () => {
  await create(one)
  isRemoved = true
  requested.length = 0
  await leased.run(20_000)
  expect(requested.length).toBeLessThan(6)
  expect(phases()).toEqual(['node_lost'])
})

test('the lease outlives the service, and not the boot of the machine', async () => {
  await create(one)
  await cutFor(200_000)
  leased = await leased.restart()
  await leased.run(68_000)
  expect(running()).toBe(1)
  await leased.run(5_000)
  expect(running()).toBe(0)
  expect(leased.stored).toMatchObject({ incarnation: 1, bootId: 'boot 1' })
  leased = await leased.restart('boot 2')
  await expect(create(idOf(2))).rejects.toThrow('has not renewed its lease with the cluster yet')
})

test('a service that starts again without control keeps the bounds that control counts by', async () => {
  stated = { leaseMs: 15_000, fenceMs: 27_000, endMs: 29_000 }
  await leased.run(5_000)
  await create(one)
  await cutFor(20_000)
  leased = await leased.restart()
  await leased.run(5_000)
  expect(running()).toBe(1)
  await leased.run(5_000)
  expect(running()).toBe(0)
})
