/** Metrics of sandboxes on several nodes, as clients of control see them. */
import type { SimulatedObserver } from '@cay/control/sim/simulated-observer.ts'
import { expect, test } from 'vitest'
import { startCluster } from './cluster-world.ts'

const point = {
  ...{
    atMs: 1,
    cpuCount: 1,
    cpuUsedPercent: 1,
    memoryUsedBytes: 1,
    memoryTotalBytes: 1,
    memoryCacheBytes: 1,
  },
  ...{ diskUsedBytes: 1, diskTotalBytes: 1, sentRate: 1, receivedRate: 1 },
}

test('the latest metrics of a list have those of every node that answers', async () => {
  const cluster = await startCluster(2)
  const ids: string[] = []
  const places = new Set<string>()
  while (places.size < 2) {
    const sandboxId = await cluster.create({ timeout: 24 * 3600 })
    const node = cluster.nodeOf(await cluster.placeOf(sandboxId))
    const observer = node.clients.observer as SimulatedObserver
    observer.metrics.set(sandboxId, [point])
    places.add(node.nodeId)
    ids.push(sandboxId)
  }
  const read = async () => {
    const { status, body } = await cluster.call('GET', `/sandboxes/metrics?sandbox_ids=${ids.join(',')}`)
    return { status, ids: Object.keys((body as { sandboxes: object }).sandboxes).sort() }
  }
  expect(await read()).toEqual({ status: 200, ids: [...ids].sort() })
  cluster.nodeOf('n1').cut()
  await cluster.pass(20_000)
  const left = []
  for (const sandboxId of ids) if ((await cluster.placeOf(sandboxId)) === 'n2') left.push(sandboxId)
  expect(await read()).toEqual({ status: 200, ids: left.sort() })
})
