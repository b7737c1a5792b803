/** Metrics of sandboxes and the pool, counted at each scrape. */
import { Gauge } from '@cay/kit/metrics.ts'
import type { NodeContext } from '../node/node-context.ts'

const bytesPerMb = 2 ** 20
const snapshotOwners = [
  ['sandbox', 'pause'],
  ['caller', 'snapshot'],
] as const
const phases = ['running', 'pausing', 'capturing', 'paused', 'resuming', 'ended'] as const

export function countSandboxes(
  node: Pick<NodeContext, 'host' | 'pool' | 'registry' | 'snapshots' | 'starting'>,
): void {
  gauge(
    'cay_node_sandboxes',
    'Sandboxes of the node by phase; ended sandboxes count until control acknowledges them',
    ['phase'],
    (own) => {
      const views = node.registry.views()
      for (const phase of phases) own.set({ phase }, views.filter((view) => view.phase === phase).length)
    },
  )
  gauge('cay_node_frozen_sandboxes', 'Running sandboxes that are frozen because they are idle', [], (own) =>
    own.set(node.registry.runningViews().filter(({ frozen }) => frozen).length),
  )
  gauge('cay_node_pooled_containers', 'Containers in the pool', [], (own) => own.set(node.pool.size))
  gauge('cay_node_starting_sandboxes', 'Sandboxes that are admitted and do not run yet', [], (own) =>
    own.set(node.starting.size),
  )
  gauge('cay_node_available_bytes', 'Room of the node before its reserves', ['kind'], async (own) => {
    const { memoryAvailableMb, diskAvailableMb } = await node.host.room()
    own.set({ kind: 'memory' }, memoryAvailableMb * bytesPerMb)
    own.set({ kind: 'disk' }, diskAvailableMb * bytesPerMb)
  })
  const snapshots = new Gauge({
    name: 'cay_node_snapshots',
    help: 'Snapshots on the disk of the node: of paused sandboxes (pause) and of callers (snapshot)',
    labelNames: ['owner'],
  })
  gauge('cay_node_snapshot_bytes', 'Bytes on the disk that only they use', ['owner'], async (own) => {
    const listed = await node.snapshots.list()
    for (const [owner, label] of snapshotOwners) {
      const theirs = listed.filter((one) => one.owner === owner)
      snapshots.set({ owner: label }, theirs.length)
      own.set(
        { owner: label },
        theirs.reduce((sum, { diskBytes }) => sum + diskBytes, 0),
      )
    }
  })
}

function gauge(
  name: string,
  help: string,
  labelNames: string[],
  count: (own: Gauge) => void | Promise<void>,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    async collect() {
      await count(this)
    },
  })
}
