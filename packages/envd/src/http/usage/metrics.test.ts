import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'

let daemon: OwnDaemon
beforeAll(async () => {
  daemon = await startOwnDaemon()
  const body = JSON.stringify({
    sandboxId: 'one',
    templateId: 'base',
    envVars: { A: 'b', E2B_SANDBOX: 'forged' },
    resources: { cpuCount: 3, memoryMb: 512, diskSizeMb: 100 },
  })
  await fetch(`${daemon.url}/init`, { method: 'POST', body })
})
afterAll(() => daemon[Symbol.asyncDispose]())

test('metrics are numbers in their units', async () => {
  const metrics = (await (await fetch(`${daemon.url}/metrics`)).json()) as Record<string, number>
  expect(metrics).toMatchObject({ cpu_count: 3, disk_total: 100 * 2 ** 20 })
  expect(Math.abs((metrics.ts ?? 0) - Date.now() / 1000)).toBeLessThan(60)
  expect(metrics.cpu_used_pct).toBeGreaterThanOrEqual(0)
  expect(metrics.cpu_used_pct).toBeLessThanOrEqual(100)
  expect(metrics.mem_used).toBeGreaterThan(0)
  expect(metrics.mem_total).toBeGreaterThan(metrics.mem_used ?? 0)
  expect(metrics.mem_total_mib).toBe(Math.floor((metrics.mem_total ?? 0) / 2 ** 20))
  expect(metrics.disk_used).toBeGreaterThan(0)
})

test('the variables of all processes are shown, the own ones of the system as they are', async () => {
  expect(await (await fetch(`${daemon.url}/envs`)).json()).toEqual({
    A: 'b',
    E2B_SANDBOX: 'true',
    E2B_SANDBOX_ID: 'one',
    E2B_TEMPLATE_ID: 'base',
    E2B_EVENTS_ADDRESS: 'http://192.0.2.1',
  })
})

test('what the node may say of resources is checked', async () => {
  for (const resources of [7, 'large', { cpuCount: '2', memoryMb: 1, diskSizeMb: 1 }]) {
    const answer = await fetch(`${daemon.url}/init`, { method: 'POST', body: JSON.stringify({ resources }) })
    expect(answer.status).toBe(400)
  }
})
