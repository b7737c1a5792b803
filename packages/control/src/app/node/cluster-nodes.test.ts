import { createLogger } from '@cay/kit/log.ts'
import { expect, test } from 'vitest'
import { NodeLinks } from '../../edge/link/node-links.ts'
import type { NodeRecord } from '../../ports/cluster-node.ts'
import type { NodeClients } from '../../ports/node-clients.ts'
import { FakeClock } from '../../sim/fake-clock.ts'
import { ClusterNodes } from './cluster-nodes.ts'

const noCalls = () => {
  throw new Error('no node is called')
}

const recordOf = (nodeId: string): NodeRecord => ({
  ...{ nodeId, name: nodeId, labels: [], joinedAtMs: 0, incarnation: 1, bootId: 'boot', clockSkewMs: 0 },
  ...{ desired: 'ready', desiredAtMs: 0, renewedAtMs: 0, lostAtMs: null, report: null },
})

test('a node that was removed keeps its clients for ever when somebody asks for it once more', async () => {
  const clients = [1, 2].map(() => ({}) as NodeClients)
  const made = clients.values()
  const cluster = new ClusterNodes({
    store: { listNodes: async () => [] },
    leaseClock: new FakeClock(),
    log: createLogger('control', 'silent'),
    version: '0.1.0',
    transports: new NodeLinks(),
    callNode: () => made.next().value ?? noCalls(),
  })
  expect(cluster.clientsOf('gone')).toBe(clients[0])
  expect(cluster.clientsOf('gone')).toBe(clients[0])
  await cluster.read()
  expect(cluster.clientsOf('gone')).toBe(clients[1])
})

test('a node that joins while the list of nodes is read loses its links', async () => {
  const answer = Promise.withResolvers<NodeRecord[]>()
  const retained: (readonly string[])[] = []
  const cluster = new ClusterNodes({
    store: { listNodes: () => answer.promise },
    leaseClock: new FakeClock(),
    log: createLogger('control', 'silent'),
    version: '0.1.0',
    transports: {
      ...{
        transportOf: noCalls,
        forwardTo: noCalls,
        isReachable: () => false,
        onLink: () => () => undefined,
      },
      retain: (nodeIds) => void retained.push([...nodeIds].sort()),
    },
    callNode: noCalls,
  })
  const read = cluster.read()
  cluster.note(recordOf('late'))
  answer.resolve([recordOf('early')])
  await read
  expect(retained).toEqual([['early', 'late']])
  expect(cluster.find('late')?.name).toBe('late')
})
