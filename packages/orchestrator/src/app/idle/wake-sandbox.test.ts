import { beforeEach, expect, test } from 'vitest'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import type { NodeContext } from '../node/node-context.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import { endSandbox } from '../sandbox/end-sandbox.ts'
import { setEgressPolicy } from '../sandbox/set-egress-policy.ts'
import { setExpiry } from '../sandbox/set-expiry.ts'
import { wakeSandbox } from './wake-sandbox.ts'

const { templateId, buildId } = simulatedBuild
const sandboxId = 'i00000000000000000001'
const egress = { allowOut: [], denyOut: [] }
let machine: SimulatedMachine
let node: NodeContext

beforeEach(async () => {
  machine = new SimulatedMachine()
  node = simulateNode(machine)
  await createSandbox(node, { sandboxId, templateId, buildId, timeoutSeconds: 60, envVars: {}, egress })
  const containerId = node.registry.find(sandboxId)?.container.id ?? ''
  await node.cgroups.freeze(containerId)
  node.registry.setFrozen(sandboxId, true)
})

const view = () => node.registry.views().find((one) => one.phase === 'running')

test('a woken sandbox runs, and watchers are notified', async () => {
  const before = view()?.generation ?? 0n
  await wakeSandbox(node, sandboxId)
  expect(machine.frozen.size).toBe(0)
  expect(view()).toMatchObject({ frozen: false })
  expect(view()?.generation).toBeGreaterThan(before)
})

test('waking a sandbox that is awake changes nothing', async () => {
  await wakeSandbox(node, sandboxId)
  const before = view()
  await wakeSandbox(node, sandboxId)
  expect(view()).toBe(before)
})

test('a sandbox that cannot be thawed stays published as frozen', async () => {
  machine.failAt('cgroups.thaw')
  await expect(wakeSandbox(node, sandboxId)).rejects.toThrow('cgroups.thaw')
  expect(view()).toMatchObject({ frozen: true })
})

test('waking an unknown sandbox is sandbox_not_found', async () => {
  await expect(wakeSandbox(node, 'i9')).rejects.toMatchObject({ code: 'sandbox_not_found' })
})

test('its end and its lists are moved without waking it', async () => {
  await setExpiry(node, sandboxId, machine.nowMs + 1000)
  await setEgressPolicy(node, sandboxId, { allowOut: [], denyOut: ['0.0.0.0/0'] })
  expect(view()).toMatchObject({ frozen: true, record: { claim: { endAtMs: machine.nowMs + 1000 } } })
  expect(machine.frozen.size).toBe(1)
})

test('a kill ends it as it is', async () => {
  await endSandbox(node, sandboxId, 'killed')
  await node.removals.drained()
  expect(machine.guests.size).toBe(0)
  expect(machine.frozen.size).toBe(0)
})
