import { expect, test } from 'vitest'
import { simulatePlacement } from '../support/placement-simulation.ts'

test('several control processes spread creates evenly and mostly to nodes that have the files', async () => {
  const result = await simulatePlacement({
    ...{ nodes: 200, creates: 20_000, replicas: 4, createsPerSecond: 80 },
    ...{ templates: 400, placesMax: 200, cacheMax: 64 },
  })
  expect(result.refused).toBe(0)
  expect(result.hits).toBeGreaterThan(0.95)
  expect(result.maxByMean).toBeLessThan(1.15)
})
