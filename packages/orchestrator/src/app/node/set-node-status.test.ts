import { expect, test } from 'vitest'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import { describeNode } from './describe-node.ts'
import type { NodeContext } from './node-context.ts'
import { setNodeStatus } from './set-node-status.ts'

const create = (node: NodeContext, sandboxId: string, buildId = simulatedBuild.buildId) =>
  createSandbox(node, {
    sandboxId,
    templateId: simulatedBuild.templateId,
    buildId,
    timeoutSeconds: 60,
    envVars: {},
    egress: { allowOut: [], denyOut: [] },
  })

async function startFilled(machine = new SimulatedMachine()): Promise<NodeContext> {
  const node = simulateNode(machine, { poolSize: 2, poolMax: 10 })
  node.pool.setBuilds([simulatedBuild])
  return node
}

test('a drained node empties its pool, and fills it again when it is ready', async () => {
  const node = await startFilled()
  await expect.poll(() => node.pool.size).toBe(2)
  await setNodeStatus(node, 'draining')
  await expect.poll(() => node.pool.size).toBe(0)
  await expect(create(node, 'ia')).rejects.toMatchObject({ code: 'no_capacity' })
  await setNodeStatus(node, 'ready')
  await expect.poll(() => node.pool.size).toBe(2)
  expect((await create(node, 'ia')).source).toBe('pool')
  await node.pool.close()
})

test('a node on standby starts nothing and keeps its pool', async () => {
  const node = await startFilled()
  await setNodeStatus(node, 'standby')
  await expect(create(node, 'ia')).rejects.toMatchObject({ code: 'no_capacity' })
  await expect.poll(() => node.pool.size).toBe(2)
  await node.pool.close()
})

test('a drained node is drained after a restart', async () => {
  const machine = new SimulatedMachine()
  await setNodeStatus(simulateNode(machine), 'draining')
  const again = simulateNode(machine)
  expect(again.nodeStatus.status).toBe('draining')
  await expect(create(again, 'ia')).rejects.toMatchObject({ code: 'no_capacity' })
})

test('successful creates are counted, and failed ones', async () => {
  const machine = new SimulatedMachine()
  const node = simulateNode(machine)
  await create(node, 'ia')
  machine.failAt('daemon.init')
  await expect(create(node, 'ib')).rejects.toThrow()
  await expect(create(node, 'ic', 'unknown')).rejects.toMatchObject({ code: 'template_not_found' })
  expect([node.creates.succeeded, node.creates.failed]).toEqual([1, 1])
  const { allocated, buildIds } = await describeNode(node)
  expect(allocated).toEqual({ cpus: 2, memoryMb: 1024 })
  expect(buildIds).toEqual([simulatedBuild.buildId])
})
