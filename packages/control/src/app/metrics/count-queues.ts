/** What waits in control, counted at each scrape. */
import { Gauge } from '@cay/kit/metrics.ts'
import type { Store } from '../../ports/store.ts'

/** Once in a process. */
export function countQueues(store: Pick<Store, 'countWaiting' | 'listBuildsInState'>): void {
  new Gauge({
    name: 'cay_control_queue_depth',
    help: 'What waits: events to be relayed, deliveries to webhooks, builds that were requested and those that are not done',
    labelNames: ['queue'],
    async collect() {
      const { events, deliveries } = await store.countWaiting()
      this.set({ queue: 'events' }, events)
      this.set({ queue: 'deliveries' }, deliveries)
      for (const state of ['waiting', 'building'] as const)
        this.set({ queue: `builds_${state}` }, (await store.listBuildsInState(state)).length)
    },
  })
}
