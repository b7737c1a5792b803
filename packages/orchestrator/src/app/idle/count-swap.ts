/** Metrics of the swap device, read at each scrape. */
import { Gauge } from '@cay/kit/metrics.ts'
import type { Swap } from '../../ports/swap.ts'

export function countSwap(swap: Pick<Swap, 'room'>): void {
  new Gauge({
    name: 'cay_node_swap_bytes',
    help: 'Bytes in the swap device of frozen sandboxes (stored), and the memory that they use compressed (memory)',
    labelNames: ['kind'],
    async collect() {
      const { usedBytes, memoryBytes } = await swap.room()
      this.set({ kind: 'stored' }, usedBytes)
      this.set({ kind: 'memory' }, memoryBytes)
    },
  })
}
