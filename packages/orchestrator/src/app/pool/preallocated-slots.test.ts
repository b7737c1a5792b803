import { rememberedMs } from '@cay/core/pool/demand.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import type { NodeContext } from '../node/node-context.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import { readyMax } from './preallocated-slots.ts'

const clean = { slots: [], disks: [], processes: [], records: [], packetRules: [] }
const { templateId, buildId, resources } = simulatedBuild
const request = {
  sandboxId: 'i00000000000000000001',
  templateId,
  buildId,
  timeoutSeconds: 60,
  envVars: {},
  egress: { allowOut: [], denyOut: [] },
}

let machine: SimulatedMachine
let node: NodeContext

beforeEach(() => {
  machine = new SimulatedMachine()
  node = simulateNode(machine, { preallocatedSlots: 2 })
})

afterEach(async () => {
  await node.preallocatedSlots.close()
})

test('preallocated slots are made ahead, without a process and without a record', async () => {
  node.preallocatedSlots.keep(resources.diskSizeMb)
  await expect.poll(() => machine.disks.size).toBe(2)
  expect(machine.leftovers()).toMatchObject({ slots: [0, 1], processes: [], records: [], packetRules: [] })
})

test('a create takes one that is ready, and another is made in its place', async () => {
  node.preallocatedSlots.keep(resources.diskSizeMb)
  await expect.poll(() => machine.disks.size).toBe(2)
  const [first] = machine.disks
  await createSandbox(node, request)
  expect(node.registry.find(request.sandboxId)?.container.id).toBe(first)
  await expect.poll(() => machine.disks.size).toBe(3)
})

/** Creates that come at once. */
const burst = (count: number, from = 2) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      createSandbox(node, { ...request, sandboxId: `i${String(from + index).padStart(19, '0')}` }),
    ),
  )
const ready = () => machine.disks.size - node.registry.liveRecords().length

test('a burst is prepared for, up to a bound, and forgotten after a while', async () => {
  node.preallocatedSlots.keep(resources.diskSizeMb)
  await burst(5)
  await expect.poll(ready).toBe(5)
  await burst(readyMax + 1, 10)
  await expect.poll(ready).toBe(readyMax)
  machine.nowMs += rememberedMs
  node.preallocatedSlots.fill()
  await expect.poll(ready).toBe(2)
})

test('a disk of another size is made when it is asked for', async () => {
  node.preallocatedSlots.keep(resources.diskSizeMb + 1)
  await expect.poll(() => machine.disks.size).toBe(2)
  const ready = [...machine.disks]
  await createSandbox(node, request)
  expect(ready).not.toContain(node.registry.find(request.sandboxId)?.container.id)
})

test('preallocated slots of a size that is no longer request are removed', async () => {
  node.preallocatedSlots.keep(resources.diskSizeMb + 1)
  await expect.poll(() => machine.disks.size).toBe(2)
  const before = [...machine.disks]
  node.preallocatedSlots.keep(resources.diskSizeMb)
  await expect.poll(() => [...machine.disks].filter((id) => before.includes(id))).toEqual([])
  await expect.poll(() => machine.disks.size).toBe(2)
})

test.each(['slots.acquire', 'records.open', 'disks.attach'] as const)(
  'one that fails at %s leaves nothing, and a create does without',
  async (point) => {
    machine.failAt(point, 1)
    node.preallocatedSlots.keep(resources.diskSizeMb)
    await expect.poll(() => machine.leftovers()).toMatchObject({ slots: [0], disks: [expect.any(String)] })
    await node.preallocatedSlots.close()
    expect(machine.leftovers()).toEqual(clean)
    await expect(createSandbox(node, request)).resolves.toMatchObject({ source: 'restore' })
  },
)

test('closing removes the unused ones', async () => {
  node.preallocatedSlots.keep(resources.diskSizeMb)
  await node.preallocatedSlots.close()
  expect(machine.leftovers()).toEqual(clean)
})
