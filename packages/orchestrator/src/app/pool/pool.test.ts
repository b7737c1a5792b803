import { rememberedMs } from '@cay/core/pool/demand.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { VolumeMount } from '../../ports/volume.ts'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import type { NodeContext } from '../node/node-context.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import { busyMsMax } from './pool.ts'

const { templateId, buildId } = simulatedBuild
const clean = { slots: [], disks: [], processes: [], records: [], packetRules: [] }
const otherBuild = { ...simulatedBuild, templateId: 'other000000000000000', buildId: 'other' }

let machine: SimulatedMachine
let node: NodeContext
let creates: number

beforeEach(() => {
  machine = new SimulatedMachine()
  node = simulateNode(machine, { poolSize: 2, poolMax: 10 })
  creates = 0
})

afterEach(async () => {
  await node.pool.close()
})

const create = (more: { volumeMounts?: readonly VolumeMount[] } = {}) =>
  createSandbox(node, {
    sandboxId: `i${String(++creates).padStart(19, '0')}`,
    templateId,
    buildId,
    timeoutSeconds: 60,
    envVars: {},
    egress: { allowOut: [], denyOut: [] },
    ...more,
  })

/** Waiting containers, and how many of them are frozen. */
const waiting = () => ({
  ready: node.pool.size,
  frozen: node.pool.records().filter(({ container }) => machine.frozen.has(container.id)).length,
})

async function filled(): Promise<void> {
  node.pool.setBuilds([simulatedBuild])
  await expect.poll(waiting).toEqual({ ready: 2, frozen: 2 })
}

test('a pool without demand is frozen as a whole', async () => {
  await filled()
})

test('a frozen container is thawed when it is taken', async () => {
  await filled()
  const { source, view } = await create()
  expect(source).toBe('pool')
  expect(machine.frozen.has(view.record.container.id)).toBe(false)
})

test('a burst is prepared for: the next one finds as many, some of them thawed', async () => {
  await filled()
  await Promise.all([create(), create(), create(), create(), create(), create()])
  await expect.poll(waiting).toEqual({ ready: 6, frozen: 2 })
  const sources = (await Promise.all([create(), create(), create(), create(), create()])).map(
    (one) => one.source,
  )
  expect(sources).toEqual(['pool', 'pool', 'pool', 'pool', 'pool'])
})

test('a burst is forgotten', async () => {
  await filled()
  await Promise.all([create(), create(), create(), create(), create(), create()])
  await expect.poll(() => node.pool.size).toBe(6)
  machine.nowMs += rememberedMs
  node.pool.fill()
  await expect.poll(waiting).toEqual({ ready: 2, frozen: 2 })
})

test('no burst makes more than the cap', async () => {
  node.pool.setBuilds([simulatedBuild, otherBuild])
  await Promise.all(Array.from({ length: 30 }, create))
  await expect.poll(() => node.pool.size).toBe(10)
  const others = node.pool.records().filter((record) => record.buildId === otherBuild.buildId)
  expect(others).toHaveLength(2)
})

test('a node that runs out of memory gives its pool up', async () => {
  await filled()
  machine.hostCapacity = { ...machine.hostCapacity, memoryAvailableMb: 100 }
  node.pool.fill()
  await expect.poll(() => machine.leftovers()).toEqual(clean)
})

test('no container is made during a create', async () => {
  node.starting.add('somebody')
  node.pool.setBuilds([simulatedBuild])
  await create()
  expect(machine.guests.size).toBe(1)
  node.starting.delete('somebody')
  await expect.poll(() => node.pool.size).toBe(2)
})

test('creates that never stop coming do not keep the pool empty', async () => {
  node.starting.add('somebody')
  node.pool.setBuilds([simulatedBuild])
  const sizeAfterAWhile = () => {
    machine.nowMs += busyMsMax
    return node.pool.size
  }
  await expect.poll(sizeAfterAWhile).toBe(2)
})

test('as long as creates queue for a restore, none is made ahead beside them', async () => {
  const queue = vi.spyOn(node.restores, 'waiting', 'get').mockReturnValue(1)
  node.starting.add('somebody')
  node.pool.setBuilds([simulatedBuild])
  await expect.poll(() => queue.mock.calls.length).toBeGreaterThan(0)
  machine.nowMs += busyMsMax
  const looks = queue.mock.calls.length
  await expect.poll(() => queue.mock.calls.length).toBeGreaterThan(looks + 2)
  expect(machine.guests.size).toBe(0)
  queue.mockReturnValue(0)
  await expect.poll(() => node.pool.size).toBe(2)
})

test('a container that cannot be thawed is removed, and the next one is taken', async () => {
  await filled()
  machine.failAt('cgroups.thaw')
  await expect(create()).resolves.toMatchObject({ source: 'pool' })
  await expect.poll(() => machine.guests.size).toBe(3)
  expect(node.pool.size).toBe(2)
})

test('one that could not be frozen can be taken all the same', async () => {
  machine.failAt('cgroups.freeze')
  machine.failAt('cgroups.freeze')
  node.pool.setBuilds([simulatedBuild])
  await expect.poll(() => node.pool.size).toBeGreaterThan(0)
  await expect(create()).resolves.toMatchObject({ source: 'pool' })
})

test('a sandbox from the pool has an identity of its own', async () => {
  await filled()
  const { view } = await create()
  const identity = machine.guestAt(view.record.container.slot.address)?.memory.identity
  expect(identity).toMatchObject({ sandboxId: view.record.claim.sandboxId, timestampMs: machine.nowMs })
  expect(identity?.controlToken).toBe(view.record.controlToken)
})

test('a build that was ordered is asked with the token that was saved with it', async () => {
  const controlToken = 'of the build'
  const { resources } = simulatedBuild
  const who = { sandboxId: 'b', templateId, hostname: 'b', envVars: {}, timestampMs: 1, resources }
  const identity = { ...who, controlToken }
  machine.images.set('/templates/made', { identity, work: [], files: [] })
  const context = { user: 'user', workdir: undefined, variables: {} }
  const facts = { teamId: 't', rootfsKey: 'k', context, startCommand: '', readyCommand: '' }
  const made = { ...facts, defaults: { user: 'user' }, controlToken }
  const build = { ...simulatedBuild, checkpoint: '/templates/made', made }
  machine.builds.splice(0, machine.builds.length, build)
  node.pool.setBuilds([build])
  await expect.poll(() => node.pool.size).toBe(2)
  await expect(create()).resolves.toMatchObject({ source: 'pool' })
})

test('one that cannot be told who it is leaves nothing', async () => {
  machine.failAt('daemon.init')
  machine.failAt('daemon.init')
  node.pool.setBuilds([simulatedBuild])
  await node.pool.hasOneOfEach(10_000)
  expect(machine.leftovers()).toEqual(clean)
})

test('one that can run no command waits all the same', async () => {
  machine.failAt('daemon.warmUp')
  await filled()
})

test('a start waits for the first of each template', async () => {
  node.pool.setBuilds([simulatedBuild, otherBuild])
  await node.pool.hasOneOfEach(10_000)
  expect(new Set(node.pool.records().map((record) => record.buildId))).toEqual(new Set([buildId, 'other']))
})

test('a start does not wait for what cannot be made', async () => {
  machine.failAt('runtime.restore')
  machine.failAt('runtime.restore')
  node.pool.setBuilds([simulatedBuild])
  await node.pool.hasOneOfEach(10_000)
  expect(node.pool.size).toBe(0)
})

test('a build that is deleted while one is made of it is no reason to complain', async () => {
  const warn = vi.spyOn(node.log, 'warn')
  const { restore } = node.runtime
  let isDeleted = false
  node.runtime.restore = async (...args) => {
    if (isDeleted) return await restore.apply(node.runtime, args)
    isDeleted = true
    node.pool.setBuilds([otherBuild])
    throw new Error('no such file')
  }
  node.pool.setBuilds([simulatedBuild])
  await expect.poll(waiting).toEqual({ ready: 2, frozen: 2 })
  expect(node.pool.records().every((record) => record.buildId === 'other')).toBe(true)
  expect(warn).not.toHaveBeenCalled()
})

describe('for sandboxes with volumes', () => {
  const volumeMounts = [{ volumeId: 'some-volume', path: '/mnt/shared' }]
  const createWithVolume = () => create({ volumeMounts })
  const forVolumes = () => node.pool.records().filter(({ container }) => container.volumes !== undefined)

  /** A first one is booted; then the pool keeps one for the next. */
  async function askedOnce(): Promise<void> {
    await filled()
    await createWithVolume()
    await node.volumeCheckpoints.settled()
    node.pool.fill()
    await expect.poll(() => forVolumes().length).toBe(1)
  }

  test('none waits as long as nobody has asked', async () => {
    await filled()
    await create()
    node.pool.fill()
    await expect.poll(waiting).toEqual({ ready: 2, frozen: 1 })
    expect(forVolumes()).toEqual([])
  })

  test('one waits after the first, and gets the volumes of the next sandbox', async () => {
    await askedOnce()
    const { source, view } = await createWithVolume()
    expect(source).toBe('pool')
    const { container, claim } = view.record
    expect(machine.guests.get(container.id)?.container.volumes).toEqual(['some-volume'])
    expect(container.volumes).toEqual(['some-volume'])
    expect(claim.volumeMounts).toEqual(volumeMounts)
    const { memory } = machine.reach(container.slot.address)
    expect(memory.work).toContain('the warm-up')
    expect(memory.identity?.volumePaths).toEqual(['/mnt/shared'])
  })

  test('a sandbox without volumes never gets one of them', async () => {
    await askedOnce()
    const made = await Promise.all([create(), create(), create()])
    expect(made.map(({ view }) => view.record.container.volumes)).toEqual([undefined, undefined, undefined])
  })

  test('they are given up when nobody asks any more', async () => {
    await askedOnce()
    machine.nowMs += rememberedMs
    node.pool.fill()
    await expect.poll(() => forVolumes().length).toBe(0)
    expect(node.pool.size).toBe(2)
  })

  test('one in which the volumes cannot be mounted is removed, and the create does without', async () => {
    await askedOnce()
    const [{ container } = { container: undefined }] = forVolumes()
    machine.failAt('runtime.attachVolumes')
    const { source } = await createWithVolume()
    expect(source).toBe('restore')
    await expect.poll(() => machine.guests.has(container?.id ?? '')).toBe(false)
  })

  test('a checkpoint that cannot be restored is given up, and the rest of the pool is filled', async () => {
    await filled()
    await createWithVolume()
    await node.volumeCheckpoints.settled()
    machine.failAt('runtime.restore')
    node.pool.fill()
    await expect.poll(() => machine.images.size).toBe(0)
    await create()
    await expect.poll(() => node.pool.size).toBe(2)
    expect(forVolumes()).toEqual([])
  })
})
