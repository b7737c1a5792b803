import { Sandbox } from 'e2b'
import { beforeAll, expect, test } from 'vitest'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
const patience = { timeout: 60_000, interval: 500 }
const mib = 1024 * 1024

let sandbox: Awaited<ReturnType<typeof create>>
beforeAll(async () => {
  sandbox = await create()
})

test('a sandbox that works shows what it uses', async () => {
  await sandbox.commands.run(
    'head -c 60000000 /dev/urandom > big; timeout 6 sh -c "while :; do :; done" || true',
  )
  await expect.poll(async () => (await sandbox.getMetrics()).length, patience).toBeGreaterThan(1)
  const metrics = await sandbox.getMetrics()
  const busiest = Math.max(...metrics.map(({ cpuUsedPct }) => cpuUsedPct))
  expect(busiest).toBeGreaterThan(5)
  expect(busiest).toBeLessThanOrEqual(100)
  const last = metrics.at(-1)
  expect(last).toMatchObject({ cpuCount: 2, memTotal: 1024 * mib, diskTotal: 10_240 * mib })
  expect(last?.memUsed).toBeGreaterThan(10 * mib)
  expect(last?.diskUsed).toBeGreaterThan(57 * mib)
  expect(last?.timestamp.getTime()).toBeGreaterThan(Date.now() - 60_000)
  expect((await Sandbox.getMetrics(sandbox.sandboxId)).slice(0, metrics.length)).toEqual(metrics)
})

test('a window before the sandbox was there has no points', async () => {
  const start = new Date(Date.now() - 3_600_000)
  expect(await sandbox.getMetrics({ start, end: new Date(start.getTime() + 60_000) })).toEqual([])
})
