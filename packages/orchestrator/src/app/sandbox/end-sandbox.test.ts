import { ServiceError } from '@cay/core/errors.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import { retryRemovals } from '../container/remove-container.ts'
import { adoptContainers, classifyRecoveredState, readRecoveredState } from '../node/adopt-containers.ts'
import type { NodeContext } from '../node/node-context.ts'
import { pauseSandbox } from '../pause/pause-sandbox.ts'
import { acknowledgeEnded } from './acknowledge-ended.ts'
import { createSandbox } from './create-sandbox.ts'
import { endSandbox } from './end-sandbox.ts'
import { reconcileSandboxes } from './reconcile-sandboxes.ts'
import { setExpiry } from './set-expiry.ts'

const clean = { slots: [], disks: [], processes: [], records: [], packetRules: [] }
const noLists = { allowOut: [], denyOut: [] }
const id = 'i00000000000000000001'
const { templateId, buildId } = simulatedBuild

let machine: SimulatedMachine
let node: NodeContext

const create = (sandboxId = id) =>
  createSandbox(node, { sandboxId, templateId, buildId, timeoutSeconds: 60, envVars: {}, egress: noLists })

/** What a node does after a restart on the same machine, until it answers. */
async function startAnew(): Promise<void> {
  node = simulateNode(machine)
  const recovered = await readRecoveredState(node)
  await adoptContainers(
    node,
    classifyRecoveredState(recovered, node.runtime.isAlive.bind(node.runtime)),
    recovered.ended,
  )
}

async function restart(): Promise<void> {
  await startAnew()
  await node.removals.drained()
}

/** Nothing the node has begun goes on. */
async function settled(): Promise<void> {
  await node.queue.drained()
  await node.removals.drained()
}

beforeEach(async () => {
  machine = new SimulatedMachine()
  node = simulateNode(machine)
  await create()
})

test('a killed sandbox leaves nothing but the record of its end, until that is acknowledged', async () => {
  await endSandbox(node, id, 'killed')
  await settled()
  expect(machine.leftovers()).toEqual(clean)
  expect(machine.ended.get(id)).toMatchObject({ reason: 'killed' })
  await acknowledgeEnded(node, [id])
  expect(machine.ended.size).toBe(0)
  expect(node.registry.views()).toEqual([])
})

test('a kill waits for the end of the processes, and not for the release of resources', async () => {
  machine.failAt('slots.release')
  await endSandbox(node, id, 'killed')
  expect(machine.leftovers().processes).toEqual([])
  await settled()
  expect(machine.leftovers().slots).toEqual([0])
  await retryRemovals(node)
  expect(machine.leftovers()).toEqual(clean)
})

test('a second kill is sandbox_not_found', async () => {
  const results = await Promise.allSettled([endSandbox(node, id, 'killed'), endSandbox(node, id, 'killed')])
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected'])
})

test('the end is published before anything is removed', async () => {
  const { changes, stop } = node.registry.watch()
  machine.failAt('runtime.kill')
  await expect(endSandbox(node, id, 'killed')).rejects.toThrow()
  stop()
  const heard = []
  for await (const view of changes) heard.push(view.phase)
  expect(heard).toEqual(['ended'])
  await retryRemovals(node)
  expect(machine.leftovers()).toEqual(clean)
})

test('a sandbox expires at its time and not before', async () => {
  machine.nowMs += 59_999
  reconcileSandboxes(node)
  await settled()
  expect(node.registry.size).toBe(1)
  machine.nowMs += 1
  reconcileSandboxes(node)
  await settled()
  expect(machine.ended.get(id)).toMatchObject({ reason: 'expired' })
  expect(machine.leftovers()).toEqual(clean)
})

test('an expiry that was moved in the meantime does not end the sandbox', async () => {
  machine.nowMs += 60_000
  const moved = setExpiry(node, id, machine.nowMs + 1000)
  reconcileSandboxes(node)
  await moved
  await settled()
  expect(node.registry.find(id)?.claim.endAtMs).toBe(machine.nowMs + 1000)
})

describe('on a full disk', () => {
  const isFull = () =>
    vi.spyOn(node.records, 'writeEnded').mockRejectedValue(new ServiceError('disk_full', 'no room'))

  test('a sandbox ends although its record cannot be written, and watchers get the reason', async () => {
    isFull()
    machine.nowMs += 60_000
    reconcileSandboxes(node)
    await settled()
    expect(machine.leftovers()).toEqual(clean)
    expect(node.registry.views()).toMatchObject([{ phase: 'ended', ended: { reason: 'expired' } }])
  })

  test('so does a paused one', async () => {
    await pauseSandbox(node, { sandboxId: id, filesOnly: false })
    isFull()
    await endSandbox(node, id, 'killed')
    await settled()
    expect(machine.leftovers()).toEqual(clean)
    expect([machine.paused.size, machine.snapshots.size]).toEqual([0, 0])
    expect(node.registry.views()).toMatchObject([{ phase: 'ended', ended: { reason: 'killed' } }])
  })

  test('a node starts, and tells of those that died', async () => {
    for (const containerId of [...machine.guests.keys()]) machine.crash(containerId)
    node = simulateNode(machine)
    isFull()
    const recovered = await readRecoveredState(node)
    await adoptContainers(
      node,
      classifyRecoveredState(recovered, node.runtime.isAlive.bind(node.runtime)),
      [],
    )
    await settled()
    expect(machine.leftovers()).toEqual(clean)
    expect(node.registry.views()).toMatchObject([{ phase: 'ended', ended: { reason: 'crashed' } }])
  })
})

test('a sandbox that ends by itself is noticed and recorded', async () => {
  for (const containerId of machine.guests.keys()) machine.crash(containerId)
  reconcileSandboxes(node)
  await settled()
  expect(machine.ended.get(id)).toMatchObject({ reason: 'crashed' })
  expect(machine.leftovers()).toEqual(clean)
})

test('a sandbox that dies with an OOM kill has the reason out_of_memory', async () => {
  for (const containerId of machine.guests.keys()) {
    machine.runOutOfMemory(containerId)
    machine.crash(containerId)
  }
  reconcileSandboxes(node)
  await settled()
  expect(machine.ended.get(id)).toMatchObject({ reason: 'out_of_memory' })
  expect(machine.leftovers()).toEqual(clean)
})

test('a sandbox survives the OOM kill of a process, logs it once, and a later crash counts as a crash', async () => {
  for (const containerId of machine.guests.keys()) machine.runOutOfMemory(containerId)
  await node.oomWatcher.poll()
  await node.oomWatcher.poll()
  await node.logs.settled()
  const { entries } = await node.logs.read(id, { direction: 'backward', limit: 10, search: 'memory' })
  expect(entries.map(({ message }) => message)).toEqual(['a process was ended: out of memory'])
  expect(node.registry.size).toBe(1)
  machine.nowMs += 31_000
  for (const containerId of machine.guests.keys()) machine.crash(containerId)
  reconcileSandboxes(node)
  await settled()
  expect(machine.ended.get(id)).toMatchObject({ reason: 'crashed' })
})

test('an OOM kill that an earlier run of the node logged is not logged again', async () => {
  for (const containerId of machine.guests.keys()) machine.runOutOfMemory(containerId)
  await restart()
  await node.oomWatcher.poll()
  await node.logs.settled()
  expect(await node.logs.has(id, 'out of memory')).toBe(false)
})

test('running sandboxes outlive a restart of the node, with their expiry', async () => {
  const before = node.registry.find(id)
  await setExpiry(node, id, machine.nowMs + 5_000)
  await restart()
  expect(node.registry.find(id)).toEqual({
    ...before,
    claim: { ...before?.claim, endAtMs: machine.nowMs + 5_000 },
  })
  machine.nowMs += 5_000
  reconcileSandboxes(node)
  await settled()
  expect(machine.leftovers()).toEqual(clean)
})

test('generations grow over a restart', async () => {
  const [before] = node.registry.views()
  machine.nowMs += 1
  await restart()
  const [after] = node.registry.views()
  expect(after?.generation).toBeGreaterThan(before?.generation ?? 0n)
})

test.each([
  ['by itself', 'crashed', (containerId: string) => machine.crash(containerId)],
  [
    'for want of memory',
    'out_of_memory',
    (containerId: string) => {
      machine.runOutOfMemory(containerId)
      machine.crash(containerId)
    },
  ],
  ['with the machine', 'node_gone', () => machine.reboot()],
])('a sandbox that died %s while nobody looked has the reason %s', async (_, reason, die) => {
  machine.nowMs += 1
  for (const containerId of [...machine.guests.keys()]) die(containerId)
  await restart()
  expect(machine.ended.get(id)).toMatchObject({ reason })
  expect(machine.leftovers()).toEqual(clean)
})

test('a start waits for the end of leftover processes, and not for the release of their resources', async () => {
  machine.failAt('runtime.kill')
  await expect(endSandbox(node, id, 'killed')).rejects.toThrow()
  await startAnew()
  expect(machine.leftovers()).toMatchObject({ processes: [], slots: [0] })
  await node.removals.drained()
  expect(machine.leftovers()).toEqual(clean)
})

test('concurrent retries of removals release everything once', async () => {
  machine.failAt('slots.release')
  await endSandbox(node, id, 'killed')
  await settled()
  const release = vi.spyOn(node.slots, 'release')
  await Promise.all([retryRemovals(node), retryRemovals(node)])
  expect(release).toHaveBeenCalledOnce()
  expect(machine.leftovers()).toEqual(clean)
})

test('an end that a crash cut short is completed by the next start', async () => {
  machine.failAt('runtime.kill')
  await expect(endSandbox(node, id, 'killed')).rejects.toThrow()
  await restart()
  expect(machine.leftovers()).toEqual(clean)
  expect(machine.ended.get(id)).toMatchObject({ reason: 'killed' })
})

test('a container that belongs to no sandbox does not outlive a restart', async () => {
  node = simulateNode(machine, { poolSize: 2 })
  node.pool.setBuilds([simulatedBuild])
  await expect.poll(() => node.pool.size).toBe(2)
  await restart()
  expect(machine.guests.size).toBe(1)
})

test('a pooled container that dies is removed and replaced', async () => {
  node = simulateNode(machine, { poolSize: 1 })
  node.pool.setBuilds([simulatedBuild])
  await expect.poll(() => node.pool.size).toBe(1)
  const [pooled] = node.pool.records()
  machine.crash(pooled?.container.id ?? '')
  reconcileSandboxes(node)
  await expect
    .poll(() => node.pool.records().map((record) => record.container.id))
    .not.toContain(pooled?.container.id)
  await expect.poll(() => node.pool.size).toBe(1)
  await node.pool.close()
})
