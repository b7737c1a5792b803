import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import type { NodeContext } from '../node/node-context.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import { endSandbox } from '../sandbox/end-sandbox.ts'
import { IdleFreezer } from './idle-freezer.ts'
import { wakeSandbox } from './wake-sandbox.ts'

const { templateId, buildId } = simulatedBuild
const sandboxId = 'i00000000000000000001'
const egress = { allowOut: [], denyOut: [] }
const graceMs = 3_000

let machine: SimulatedMachine
let node: NodeContext
let idleFreezer: IdleFreezer

beforeEach(async () => {
  machine = new SimulatedMachine()
  node = simulateNode(machine)
  idleFreezer = new IdleFreezer(node, graceMs)
  await createSandbox(node, { sandboxId, templateId, buildId, timeoutSeconds: 60, envVars: {}, egress })
  await lookAfter(0)
})

afterEach(() => vi.restoreAllMocks())

async function lookAfter(ms: number): Promise<void> {
  machine.nowMs += ms
  await idleFreezer.poll()
  await idleFreezer.settled()
}

const guest = () => {
  const [found] = machine.guests.values()
  if (found === undefined) throw new Error('there is no guest')
  return found
}
const address = () => guest().container.slot.address
/** The state on the machine and the published state are the same. */
const isFrozen = () => {
  const said = node.registry.isFrozen(sandboxId)
  expect(machine.frozen.size === 1).toBe(said)
  return said
}

test('a sandbox that was idle for the grace period is frozen', async () => {
  await lookAfter(graceMs - 1)
  expect(isFrozen()).toBe(false)
  await lookAfter(1)
  expect(isFrozen()).toBe(true)
})

test('one with a process of a user is not, until that has ended', async () => {
  guest().activity = { processes: 1, requests: 0 }
  await lookAfter(graceMs)
  expect(isFrozen()).toBe(false)
  guest().activity = { processes: 0, requests: 0 }
  await lookAfter(graceMs)
  expect(isFrozen()).toBe(true)
})

test('one with a request in flight is not', async () => {
  guest().activity = { processes: 0, requests: 1 }
  await lookAfter(graceMs)
  expect(isFrozen()).toBe(false)
})

test('one with an open connection is not, until the grace period after the last one', async () => {
  machine.connected.add(address())
  await lookAfter(10 * graceMs)
  machine.connected.clear()
  await lookAfter(graceMs - 1)
  expect(isFrozen()).toBe(false)
  await lookAfter(1)
  expect(isFrozen()).toBe(true)
})

test('a connection that is opened during the freeze thaws it at once', async () => {
  const { freeze } = node.cgroups
  node.cgroups.freeze = async (containerId) => {
    await freeze.call(node.cgroups, containerId)
    machine.connected.add(address())
  }
  await lookAfter(graceMs)
  expect(isFrozen()).toBe(false)
})

test('what a command wrote between the last fetch of the log and the freeze was in no log before the sandbox woke', async () => {
  const { fetchLast } = node.logs
  let wasPublished: boolean | undefined
  vi.spyOn(node.logs, 'fetchLast').mockImplementation((...given) => {
    // From here on, commands wait until it is thawed.
    wasPublished = node.registry.isFrozen(sandboxId)
    return fetchLast.apply(node.logs, given)
  })
  await lookAfter(graceMs)
  expect([wasPublished, isFrozen()]).toEqual([true, true])
})

test('a sandbox whose last lines could not be fetched in time was frozen with them', async () => {
  const late = vi.spyOn(node.logs, 'fetchLast').mockResolvedValue(false)
  await lookAfter(graceMs)
  expect(isFrozen()).toBe(false)
  late.mockRestore()
  await lookAfter(graceMs)
  expect(isFrozen()).toBe(true)
})

test('a command that was begun when the freeze was published keeps the sandbox awake, and its log is fetched later', async () => {
  const flushed = vi.spyOn(node.logs, 'fetchLast')
  const { setFrozen } = node.registry
  vi.spyOn(node.registry, 'setFrozen').mockImplementation((id, frozen) => {
    guest().activity = { processes: frozen ? 1 : 0, requests: 0 }
    return setFrozen.call(node.registry, id, frozen)
  })
  await lookAfter(graceMs)
  expect(isFrozen()).toBe(false)
  expect(flushed).not.toHaveBeenCalled()
})

test('a connection to a frozen sandbox that does not go through the proxy thaws it within a second', async () => {
  await lookAfter(graceMs)
  machine.connected.add(address())
  await lookAfter(1000)
  expect(isFrozen()).toBe(false)
})

test('the connections are read once a second while every sandbox is frozen', async () => {
  await lookAfter(graceMs)
  let reads = 0
  const { addresses } = node.connections
  node.connections.addresses = () => {
    reads++
    return addresses.call(node.connections)
  }
  for (let ms = 0; ms < 10_000; ms += 250) await lookAfter(250)
  expect(reads).toBe(10)
})

test('one that was woken gets the grace period again', async () => {
  await lookAfter(graceMs)
  await wakeSandbox(node, sandboxId)
  await lookAfter(1)
  await lookAfter(graceMs - 1)
  expect(isFrozen()).toBe(false)
  await lookAfter(1)
  expect(isFrozen()).toBe(true)
})

test.each(['daemon.idle', 'cgroups.freeze', 'cgroups.thaw'] as const)(
  'what fails at %s is tried again',
  async (point) => {
    if (point === 'cgroups.thaw') {
      await lookAfter(graceMs)
      machine.connected.add(address())
    }
    machine.failAt(point)
    await lookAfter(graceMs)
    const before = isFrozen()
    await lookAfter(graceMs)
    expect(isFrozen()).toBe(!before)
  },
)

test('one that was killed is left alone', async () => {
  await lookAfter(graceMs)
  await endSandbox(node, sandboxId, 'killed')
  await lookAfter(graceMs)
  expect(machine.frozen.size).toBe(0)
})
