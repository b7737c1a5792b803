/** What the node does about sandboxes whose volumes nobody serves any more. */
import { beforeEach, expect, test } from 'vitest'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import type { NodeContext } from '../node/node-context.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import { expireSandbox } from '../sandbox/expire-sandbox.ts'

const { templateId, buildId } = simulatedBuild
const sandboxId = 'i00000000000000000001'
const message = expect.stringContaining('the process that serves the volumes has ended')
let machine: SimulatedMachine
let node: NodeContext

beforeEach(async () => {
  machine = new SimulatedMachine()
  node = simulateNode(machine)
  await createSandbox(node, {
    ...{ sandboxId, templateId, buildId, timeoutSeconds: 60, envVars: {} },
    egress: { allowOut: [], denyOut: [] },
    volumeMounts: [{ volumeId: 'v', path: '/mnt/v' }],
    lifecycle: { onTimeout: 'pause', filesOnly: false, autoResume: false, autoResumeSeconds: 300 },
  })
})

async function said(): Promise<readonly unknown[]> {
  await node.logs.settled()
  const { entries } = await node.logs.read(sandboxId, { direction: 'forward', limit: 10, search: 'volumes' })
  return entries
}

const containerId = () => node.registry.find(sandboxId)?.container.id ?? ''

test('a sandbox whose volumes nobody serves any more goes on, and its log says so once', async () => {
  await node.fileServerWatcher.poll()
  expect(await said()).toEqual([])
  machine.lostFileServers.add(containerId())
  await node.fileServerWatcher.poll()
  await node.fileServerWatcher.poll()
  expect(await said()).toMatchObject([{ message }])
  expect(node.registry.size).toBe(1)
})

test('the end of a sandbox is not reported as the loss of its volumes', async () => {
  machine.lostFileServers.add(containerId())
  machine.crash(containerId())
  await node.fileServerWatcher.poll()
  expect(await said()).toEqual([])
})

test('a sandbox whose volumes nobody served any more was never paused at its timeout', async () => {
  machine.lostFileServers.add(containerId())
  machine.nowMs += 61_000
  await expireSandbox(node, sandboxId)
  expect(machine.paused.get(sandboxId)).toBeDefined()
  expect(node.pauseAgainAtMs.size).toBe(0)
})
