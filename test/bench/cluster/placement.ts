/** A million creates on ten thousand simulated nodes, by the chooser that control uses. */
import { setImmediate } from 'node:timers/promises'
import { simulatePlacement } from '../../support/placement-simulation.ts'
import type { Reading } from '../report.ts'
import type { ClusterMeasurement } from './measurement.ts'

const nodes = 10_000
const creates = 1_000_000

export async function measurePlacement({ signal, tell }: ClusterMeasurement): Promise<Reading[]> {
  const onProgress = async (done: number) => {
    // Signals are only seen between two turns of the event loop.
    await setImmediate()
    signal.throwIfAborted()
    tell(`      cluster: placement, ${done.toLocaleString('en')} of ${creates.toLocaleString('en')} creates`)
  }
  const { hits, maxByMean, refused, microsecondsPerChoice } = await simulatePlacement(
    {
      ...{ nodes, creates, replicas: 4, createsPerSecond: 4_000 },
      ...{ templates: 2_000, placesMax: 200, cacheMax: 64 },
    },
    { onProgress },
  )
  return [
    { name: 'placement: processor time of a choice', value: microsecondsPerChoice, unit: 'µs', valueMax: 5 },
    { name: 'placement: on a node with the files', value: 100 * hits, unit: '%', valueMin: 95 },
    { name: 'placement: fullest node to the mean', value: maxByMean, unit: 'x', valueMax: 1.15 },
    { name: 'placement: refused by full nodes', value: refused, unit: 'creates', valueMax: 0 },
  ]
}
