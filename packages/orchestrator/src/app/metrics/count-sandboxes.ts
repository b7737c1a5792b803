/** Metrics of sandboxes and the pool, counted at each scrape. */
import { Gauge } from '@cay/kit/metrics.ts'
import type { NodeContext } from '../node/node-context.ts'

const phases = ['running', 'pausing', 'capturing', 'paused', 'resuming', 'ended'] as const

export function countSandboxes(node: Pick<NodeContext, 'pool' | 'registry'>): void {
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
}

function gauge(name: string, help: string, labelNames: string[], count: (own: Gauge) => void): void {
  new Gauge({
    name,
    help,
    labelNames,
    collect() {
      count(this)
    },
  })
}
