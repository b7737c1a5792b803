import { createLogger } from '@cay/kit/log.ts'
import { expect, test } from 'vitest'
import type { NodeRecord } from '../../ports/cluster-node.ts'
import { FakeClock } from '../../sim/fake-clock.ts'
import { ClusterNodes } from './cluster-nodes.ts'

const noCalls = () => {
  throw new Error('no node is called')
}

const recordOf = (nodeId: string): NodeRecord => ({
  ...{ nodeId, name: nodeId, labels: [], joinedAtMs: 0, incarnation: 1, bootId: 'boot', clockSkewMs: 0 },
  ...{ desired: 'ready', desiredAtMs: 0, renewedAtMs: 0, lostAtMs: null, report: null },
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
