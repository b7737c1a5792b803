import { afterEach, beforeEach, expect, test } from 'vitest'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import { SimulatedWorld } from '../../sim/simulated-world.ts'
import type { NodeContext } from '../node/node-context.ts'
import { evictOldestCopy } from '../pause/evict-frozen-copies.ts'
import { pauseSandbox } from '../pause/pause-sandbox.ts'
import { resumeSandbox } from '../pause/resume-sandbox.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'

const clean = { slots: [], disks: [], processes: [], records: [], packetRules: [] }
const { templateId, buildId } = simulatedBuild
const sandboxId = 'i00000000000000000001'
const request = {
  sandboxId,
  templateId,
  buildId,
  timeoutSeconds: 60,
  envVars: {},
  egress: { allowOut: [], denyOut: [] },
}
const otherBuild = {
  ...simulatedBuild,
  templateId: 'other000000000000000',
  buildId: 'other',
  rootfs: '/other',
}

let machine: SimulatedMachine
let node: NodeContext

beforeEach(() => {
  machine = new SimulatedMachine()
  node = simulateNode(machine, { created: 2 })
})

afterEach(async () => {
  await node.pool.close()
  await node.created.close()
})

const idsWaiting = () =>
  [...machine.records.values()]
    .filter(({ claim }) => claim === undefined)
    .map(({ container }) => container.id)

async function filled(count = 2): Promise<string[]> {
  node.pool.setBuilds([simulatedBuild])
  await expect.poll(() => node.created.size).toBe(count)
  return idsWaiting()
}

const pointsSince = (from: number) => machine.steps.slice(from).map(({ point }) => point)

test('containers are created ahead and each has a record', async () => {
  const ids = await filled()
  expect([...machine.guests.keys()]).toEqual(ids)
})

test('those that wait are frozen, and one that is taken is not', async () => {
  const ids = await filled()
  expect([...machine.frozen]).toEqual(ids)
  const { view } = await createSandbox(node, request)
  expect(machine.frozen.has(view.record.container.id)).toBe(false)
})

test('a create that finds none in the pool restores into one that was created, and another is created in its place', async () => {
  const ids = await filled()
  const from = machine.steps.length
  const { view, source } = await createSandbox(node, request)
  expect(source).toBe('restore')
  expect(ids).toContain(view.record.container.id)
  const upToRestore = pointsSince(from).slice(0, pointsSince(from).indexOf('runtime.restore'))
  expect(upToRestore).not.toContain('disks.linkRootfs')
  await expect.poll(() => node.created.size).toBe(2)
})

test('a sandbox that is resumed is restored into one of its template', async () => {
  await filled()
  await createSandbox(node, request)
  await expect.poll(() => node.created.size).toBe(2)
  await pauseSandbox(node, { sandboxId, filesOnly: false })
  await evictOldestCopy(node)
  const ids = idsWaiting()
  const { view } = await resumeSandbox(node, { sandboxId, timeoutSeconds: 60, filesOnly: false })
  expect('record' in view ? ids : []).toContain('record' in view ? view.record.container.id : undefined)
})

test('a sandbox of another root file system does not get one', async () => {
  machine.builds.push(otherBuild)
  const ids = await filled()
  const { view } = await createSandbox(node, {
    ...request,
    templateId: 'other000000000000000',
    buildId: 'other',
  })
  expect(ids).not.toContain(view.record.container.id)
})

test('the pool does not use created containers: creates do', async () => {
  node = simulateNode(machine, { created: 2, poolSize: 1 })
  await filled()
  await expect.poll(() => node.pool.size).toBe(1)
  expect(node.created.size).toBe(2)
  expect(machine.guests.size).toBe(3)
})

test('one that does not thaw is removed, and the create does without', async () => {
  const ids = await filled()
  machine.failAt('cgroups.thaw')
  machine.failAt('cgroups.thaw')
  const { view } = await createSandbox(node, request)
  expect(ids).not.toContain(view.record.container.id)
  await expect.poll(() => ids.filter((id) => machine.disks.has(id))).toEqual([])
})

test('one that died while it waited is removed, and the create does without', async () => {
  const [first = '', second = ''] = await filled()
  machine.crash(first)
  machine.crash(second)
  const { view } = await createSandbox(node, request)
  expect([first, second]).not.toContain(view.record.container.id)
  await expect.poll(() => [machine.disks.has(first), machine.disks.has(second)]).toEqual([false, false])
})

test('a template that is gone takes its created containers with it', async () => {
  await filled()
  node.pool.setBuilds([])
  await expect.poll(() => machine.leftovers()).toEqual(clean)
})

test.each([
  'slots.acquire',
  'disks.linkRootfs',
  'records.write',
  'runtime.create',
  'cgroups.freeze',
] as const)(
  'one that cannot be created, because %s fails, leaves nothing and is created later',
  async (point) => {
    machine.failAt(point)
    node.pool.setBuilds([simulatedBuild])
    await expect.poll(() => machine.steps.some((step) => step.point === point)).toBe(true)
    await expect.poll(() => machine.leftovers()).toEqual(clean)
    node.pool.fill()
    await expect.poll(() => node.created.size).toBe(2)
  },
)

test('closing removes those that nobody took', async () => {
  await filled()
  await node.created.close()
  expect(machine.leftovers()).toEqual(clean)
})

test('a node that dies at any step of creating ahead finds and removes at its next start what it left', async () => {
  const whole = new SimulatedWorld()
  const steps = await stepsOfFilling(whole)
  expect(steps).toBeGreaterThan(8)
  for (let step = 0; step <= steps; step++) {
    const world = new SimulatedWorld()
    const dying = simulateNode(world.machine, { created: 2 })
    world.node = dying
    world.machine.killNodeAfter(step)
    dying.pool.setBuilds([simulatedBuild])
    await dying.pool.close()
    await dying.created.close().catch(() => undefined)
    await world.restart()
    await world.settle()
    expect({ step, faults: world.faults() }).toEqual({ step, faults: [] })
  }
})

async function stepsOfFilling(world: SimulatedWorld): Promise<number> {
  const filling = simulateNode(world.machine, { created: 2 })
  const before = world.machine.steps.length
  filling.pool.setBuilds([simulatedBuild])
  await expect.poll(() => filling.created.size).toBe(2)
  const steps = world.machine.steps.length - before
  await filling.pool.close()
  await filling.created.close()
  return steps
}
