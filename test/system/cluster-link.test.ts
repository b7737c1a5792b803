/** Calls between control and nodes over links that the nodes dial, with simulated orchestrators behind the agents. */
import { join } from 'node:path'
import { callOrchestrator } from '@cay/control/edge/node/orchestrator-client.ts'
import { connectToVault } from '@cay/egress/edge/vault.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { describeOrchestrator } from '../suites/orchestrator-client.ts'
import { type LinkedNode, type LinkWorld, startLinkWorld } from './link-world.ts'

describeOrchestrator('simulated, over a link', async () => {
  const world = await startLinkWorld()
  const { nodeId, clock } = await world.addNode()
  const [replica] = world.replicas
  if (replica === undefined) throw new Error('no replica')
  return {
    orchestrator: callOrchestrator(replica.links.transportOf(nodeId)),
    pass: (ms) => clock.advance(ms),
    stop: () => world.stop(),
  }
})

describe('a cluster of two control processes and two nodes', () => {
  let world: LinkWorld
  let nodes: LinkedNode[]
  beforeAll(async () => {
    world = await startLinkWorld({ replicas: 2 })
    nodes = [await world.addNode(), await world.addNode()]
  })
  afterAll(() => world.stop())

  const clientOf = (replica: number, node: number) => {
    const transport = world.replicas[replica]?.links.transportOf(nodes[node]?.nodeId ?? '')
    if (transport === undefined) throw new Error('no such replica')
    return callOrchestrator(transport)
  }

  test('each control process reaches each node', async () => {
    for (const replica of [0, 1])
      for (const node of [0, 1])
        expect(await clientOf(replica, node).describeNode()).toMatchObject({ nodeId: 'simulated' })
  })

  test('a call for a node that has no link says that it is unavailable', async () => {
    const transport = world.replicas[0]?.links.transportOf('n-elsewhere')
    if (transport === undefined) throw new Error('no such replica')
    await expect(callOrchestrator(transport).describeNode()).rejects.toMatchObject({
      code: 'node_unavailable',
    })
  })

  test('a call waits for an agent that is being restarted', async () => {
    const patient = await startLinkWorld({ patienceMs: 60_000 })
    onTestFinished(() => patient.stop())
    const node = await patient.addNode()
    const transport = patient.replicas[0]?.links.transportOf(node.nodeId)
    if (transport === undefined) throw new Error('no such replica')
    const called = async () => await callOrchestrator(transport).describeNode()
    const [answer] = await Promise.all([called(), node.restart()])
    expect(answer).toMatchObject({ status: 'ready' })
    expect(await called()).toMatchObject({ status: 'ready' })
  })

  test('a call of a service of the node reaches control, and its error comes back', async () => {
    const vault = connectToVault(join(nodes[1]?.directory ?? '', 'vault.sock'))
    await expect(vault.resolveValues('no-such', { secrets: ['a'], tokens: [] })).rejects.toThrow(/sandbox/)
  })
})
