/** Pauses and resumes where snapshots are in an object store. */
import { ServiceError } from '@cay/core/errors.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { PausedSandbox } from '../../ports/record.ts'
import type { Snapshots } from '../../ports/snapshot.ts'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import { type StoreUnsentContext, storeUnsent } from '../artifact/store-unsent.ts'
import { adoptContainers, classifyRecoveredState, readRecoveredState } from '../node/adopt-containers.ts'
import type { NodeContext } from '../node/node-context.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import { expireSandbox } from '../sandbox/expire-sandbox.ts'
import { captureSandbox } from '../snapshot/capture-sandbox.ts'
import { adoptPaused } from './adopt-paused.ts'
import { evictOldestCopy } from './evict-frozen-copies.ts'
import { pauseSandbox } from './pause-sandbox.ts'
import { resumeSandbox } from './resume-sandbox.ts'

const sandboxId = 'i00000000000000000001'
const snapshotId = '33333333-3333-4333-8333-333333333333'

let machine: SimulatedMachine
let node: NodeContext
let isAway: boolean
let beforeUpload: (snapshotId: string) => Promise<void>
/** What was sent, by the snapshot's id: the paused sandbox where there was one. */
const sent = new Map<string, PausedSandbox | undefined>()

beforeEach(() => {
  machine = new SimulatedMachine()
  isAway = false
  beforeUpload = async () => undefined
  sent.clear()
  node = withObjectStore(simulateNode(machine))
})

async function send(id: string, paused: PausedSandbox | undefined): Promise<void> {
  await beforeUpload(id)
  if (isAway) throw new ServiceError('store_unavailable', 'the object store cannot be used at present')
  sent.set(id, paused)
}

/** Snapshots of the simulated machine that can be uploaded. */
function withObjectStore(simulated: NodeContext): NodeContext {
  const { snapshots: local } = simulated
  const snapshots: Snapshots = {
    begin: (id) => local.begin(id),
    fetchAhead: (id) => local.fetchAhead(id),
    has: (id) => local.has(id),
    open: (id, options) => local.open(id, options),
    remove: (id) => local.remove(id),
    list: () => local.list(),
    publish: (facts, rootfs, options) => local.publish(facts, rootfs, options),
    async upload(id, paused) {
      await send(id, paused)
      return true
    },
  }
  return { ...simulated, snapshots }
}

function unsent(): StoreUnsentContext {
  return {
    ...node,
    artifacts: { findStored: async (ids) => new Set(ids.filter((id) => sent.has(id))) },
    snapshots: { list: () => node.snapshots.list(), store: send, isTransient: () => false },
    builds: { places: async () => [], store: async () => undefined },
  }
}

async function start(id = sandboxId): Promise<void> {
  const { templateId, buildId } = simulatedBuild
  const lifecycle = {
    onTimeout: 'pause',
    filesOnly: false,
    autoResume: false,
    autoResumeSeconds: 300,
  } as const
  const network = { egress: { allowOut: [], denyOut: [] } }
  await createSandbox(node, {
    sandboxId: id,
    templateId,
    buildId,
    timeoutSeconds: 60,
    envVars: {},
    ...network,
    lifecycle,
  })
}

const phase = () => node.registry.view(sandboxId)?.phase

test.each([false, true])(
  'a pause that cannot be stored leaves the sandbox running, and no snapshot (files only: %s)',
  async (filesOnly) => {
    await start()
    isAway = true
    await expect(pauseSandbox(node, { sandboxId, filesOnly })).rejects.toMatchObject({
      code: 'store_unavailable',
    })
    expect(phase()).toBe('running')
    expect([...machine.frozen]).toEqual([])
    expect([...machine.snapshots]).toEqual([])
    isAway = false
    await pauseSandbox(node, { sandboxId, filesOnly })
    expect(phase()).toBe('paused')
    expect(node.registry.findPaused(sandboxId)?.isStored).toBe(true)
  },
)

test('with a slow object store, twelve pauses at once upload at once, and a thirteenth is saved meanwhile', async () => {
  node = withObjectStore(simulateNode(machine))
  const ids = Array.from({ length: 13 }, (_, index) => `i${String(index).padStart(20, '0')}`)
  for (const id of ids) await start(id)
  const slow = Promise.withResolvers<void>()
  const uploading = new Set<string>()
  beforeUpload = async (id) => {
    uploading.add(id)
    await slow.promise
  }
  const pauses = ids.slice(0, 12).map((id) => pauseSandbox(node, { sandboxId: id, filesOnly: false }))
  await vi.waitFor(() => expect(uploading.size).toBe(12))
  const last = ids.at(-1) ?? ''
  await captureSandbox(node, { sandboxId: last, snapshotId, isTransient: true })
  expect(ids.map((id) => node.registry.view(id)?.phase)).toEqual([...Array(12).fill('pausing'), 'running'])
  slow.resolve()
  await Promise.all(pauses)
  expect(node.registry.pausedSandboxes().filter(({ isStored }) => isStored === true)).toHaveLength(12)
})

test('a snapshot that cannot be stored is none, and its sandbox goes on', async () => {
  await start()
  isAway = true
  const capture = captureSandbox(node, { sandboxId, snapshotId })
  await expect(capture).rejects.toMatchObject({ code: 'store_unavailable' })
  expect([phase(), ...machine.snapshots]).toEqual(['running'])
})

test('a sandbox that is paused at its timeout is paused without the object store, and stored later', async () => {
  await start()
  machine.nowMs += 61_000
  isAway = true
  await expireSandbox(node, sandboxId)
  expect(phase()).toBe('paused')
  await storeUnsent(unsent())
  expect(node.registry.findPaused(sandboxId)?.isStored).toBeUndefined()
  isAway = false
  await storeUnsent(unsent())
  expect(node.registry.findPaused(sandboxId)?.isStored).toBe(true)
  expect([...machine.paused.values()].map((one) => one.isStored)).toEqual([true])
})

test('a sandbox that is resumed while its pause is stored does not become paused by that', async () => {
  await start()
  machine.nowMs += 61_000
  await expireSandbox(node, sandboxId)
  const context = unsent()
  const store = async () => {
    await resumeSandbox(node, { sandboxId, timeoutSeconds: 60, filesOnly: false })
  }
  await storeUnsent({ ...context, snapshots: { ...context.snapshots, store } })
  expect(phase()).toBe('running')
  expect([...machine.paused]).toEqual([])
})

test('an adopted sandbox is not lost by a restart of a node that has not fetched it', async () => {
  await start()
  await pauseSandbox(node, { sandboxId, filesOnly: false })
  const record = JSON.stringify([...sent.values()][0])
  const elsewhere = new SimulatedMachine()
  node = withObjectStore(simulateNode(elsewhere))
  await adoptPaused(node, { sandboxId, record })
  expect(phase()).toBe('paused')
  node = withObjectStore(simulateNode(elsewhere))
  const recovered = await readRecoveredState(node)
  await adoptContainers(
    node,
    classifyRecoveredState(recovered, () => false),
    recovered.ended,
  )
  expect(phase()).toBe('paused')
})

test('a sandbox that is here is not adopted again, and a record of another one is refused', async () => {
  await start()
  await pauseSandbox(node, { sandboxId, filesOnly: false })
  const record = JSON.stringify([...sent.values()][0])
  await resumeSandbox(node, { sandboxId, timeoutSeconds: 60, filesOnly: false })
  await adoptPaused(node, { sandboxId, record })
  expect(phase()).toBe('running')
  for (const wrong of [record, '{', '{}', 'null'])
    await expect(
      adoptPaused(node, { sandboxId: 'i00000000000000000002', record: wrong }),
    ).rejects.toMatchObject({
      code: 'request_invalid',
    })
})

describe('while the snapshot of a sandbox is fetched', () => {
  const resume = () => resumeSandbox(node, { sandboxId, timeoutSeconds: 60, filesOnly: false })
  /** Since the resume began. */
  let from: number
  let id: string

  beforeEach(async () => {
    await start()
    await pauseSandbox(node, { sandboxId, filesOnly: false })
    await evictOldestCopy(node)
    await node.removals.drained()
    id = node.registry.findPaused(sandboxId)?.snapshotId ?? ''
    machine.arriving.add(id)
    from = machine.steps.length
  })

  const taken = () =>
    machine.steps
      .slice(from)
      .filter(({ time }) => time === 'after')
      .map(({ point }) => point)

  test('its container is created, and its memory restored into that one', async () => {
    machine.beforeStep = async (point) => {
      if (point === 'snapshots.open') await vi.waitFor(() => expect(taken()).toContain('runtime.create'))
    }
    await resume()
    expect(taken().filter((point) => point.startsWith('runtime.'))).toEqual([
      ...['runtime.create', 'runtime.restore', 'runtime.shieldDaemon'],
    ])
    expect([phase(), machine.guests.size]).toEqual(['running', 1])
  })

  test('nothing is created where a container waits that was created ahead', async () => {
    machine.arriving.clear()
    await resume()
    node = withObjectStore(simulateNode(machine, { created: 1 }))
    const recovered = await readRecoveredState(node)
    await adoptContainers(
      node,
      classifyRecoveredState(recovered, () => true),
      recovered.ended,
    )
    node.pool.setBuilds([simulatedBuild])
    await vi.waitFor(() => expect(node.created.size).toBe(1))
    await pauseSandbox(node, { sandboxId, filesOnly: false })
    await evictOldestCopy(node)
    for (const snapshot of machine.snapshots.keys()) machine.arriving.add(snapshot)
    await node.pool.close()
    from = machine.steps.length
    await resume()
    expect(taken()).not.toContain('runtime.create')
    expect(taken()).toContain('runtime.restore')
    expect(node.created.size).toBe(0)
  })

  test('a container is created that is not right for it, and removed', async () => {
    const snapshot = machine.snapshots.get(id)
    if (snapshot === undefined) throw new Error('there is no snapshot')
    const resources = { ...snapshot.resources, memoryMb: 2 * snapshot.resources.memoryMb }
    machine.snapshots.set(id, { ...snapshot, resources })
    await resume()
    await vi.waitFor(() => expect(machine.guests.size).toBe(1))
    expect(node.registry.find(sandboxId)?.container.resources).toEqual(resources)
    await vi.waitFor(() => expect(machine.records.size).toBe(1))
  })

  test('nothing is created for a runtime that is not the one of this node', async () => {
    const paused = node.registry.findPaused(sandboxId)
    if (paused?.engine === undefined) throw new Error('it has no runtime')
    node.registry.putPaused({ ...paused, engine: { ...paused.engine, sha256: 'other' } })
    await resume()
    expect(taken()).not.toContain('runtime.create')
    expect(phase()).toBe('running')
  })

  test('the container that was created is removed when it cannot be opened', async () => {
    machine.unrestorable.add(id)
    await expect(resume()).rejects.toMatchObject({ code: 'precondition_failed' })
    expect(phase()).toBe('paused')
    await vi.waitFor(() => expect(machine.leftovers()).toMatchObject({ processes: [], records: [] }))
  })

  test('a container that cannot be created does not keep it from being restored', async () => {
    machine.failAt('runtime.create')
    await resume()
    expect([phase(), machine.guests.size]).toEqual(['running', 1])
  })
})
