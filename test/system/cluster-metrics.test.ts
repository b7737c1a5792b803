/** Metrics of sandboxes on several nodes, as clients of control see them. */
import type { SimulatedObserver } from '@cay/control/sim/simulated-observer.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { expect, test, vi } from 'vitest'
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

async function startWithMetrics() {
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
    return { status, ids: Object.keys((body as { sandboxes?: object }).sandboxes ?? {}).sort() }
  }
  const on = async (nodeId: string) => {
    const found = []
    for (const sandboxId of ids) if ((await cluster.placeOf(sandboxId)) === nodeId) found.push(sandboxId)
    return found.sort()
  }
  return { cluster, ids: ids.sort(), read, on }
}

test('the latest metrics of a list have those of every node that answers', async () => {
  const { cluster, ids, read, on } = await startWithMetrics()
  expect(await read()).toEqual({ status: 200, ids })
  cluster.nodeOf('n1').cut()
  await cluster.pass(20_000)
  expect(await read()).toEqual({ status: 200, ids: await on('n2') })
})

test.each(['deadline_exceeded', 'internal'] as const)(
  'the latest metrics of a list fail as a whole when one node answers %s',
  async (code) => {
    const { cluster, read, on } = await startWithMetrics()
    const { observer } = cluster.nodeOf('n1').clients
    vi.spyOn(observer, 'latestMetrics').mockRejectedValue(new ServiceError(code, 'failed'))
    expect(await read()).toEqual({ status: 200, ids: await on('n2') })
  },
)
