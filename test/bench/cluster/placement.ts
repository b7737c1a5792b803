/** A million creates on ten thousand simulated nodes, by the chooser that control uses. */
import { simulatePlacement } from '../../support/placement-simulation.ts'
import type { Reading } from '../report.ts'

const nodes = 10_000

export function measurePlacement(): Reading[] {
  const { hits, maxByMean, refused, microsecondsPerChoice } = simulatePlacement({
    ...{ nodes, creates: 1_000_000, replicas: 4, createsPerSecond: 4_000 },
    ...{ templates: 2_000, placesMax: 200, cacheMax: 64 },
  })
  return [
    { name: 'placement: processor time of a choice', value: microsecondsPerChoice, unit: 'µs', valueMax: 5 },
    { name: 'placement: on a node with the files', value: 100 * hits, unit: '%', valueMin: 95 },
    { name: 'placement: fullest node to the mean', value: maxByMean, unit: 'x', valueMax: 1.15 },
    { name: 'placement: refused by full nodes', value: refused, unit: 'creates', valueMax: 0 },
  ]
}
