import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SeriesFiles } from '../../edge/metrics/series-files.ts'
import type { UsageReading } from '../../ports/observe.ts'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import type { NodeContext } from '../node/node-context.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import { endSandbox } from '../sandbox/end-sandbox.ts'
import { UsageSampler } from './usage-sampler.ts'

const sandboxId = 'i00000000000000000001'
const { templateId, buildId } = simulatedBuild
const keptMs = 7 * 24 * 3_600_000
const all = { startMs: 0, endMs: Number.MAX_SAFE_INTEGER }

let directory: string
let machine: SimulatedMachine
let node: NodeContext
let sampler: UsageSampler
let reading: UsageReading | undefined

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'series-'))
  machine = new SimulatedMachine()
  node = simulateNode(machine)
  reading = {
    cpuSeconds: 10,
    memoryUsedBytes: 100,
    memoryCacheBytes: 20,
    diskUsedBytes: 30,
    sentBytes: 1000,
    receivedBytes: 2000,
  }
  sampler = startSampler()
  const egress = { allowOut: [], denyOut: [] }
  await createSandbox(node, { sandboxId, templateId, buildId, timeoutSeconds: 60, envVars: {}, egress })
})
afterEach(() => rm(directory, { recursive: true }))

const startSampler = () =>
  new UsageSampler({
    ...node,
    keptMs,
    meter: { read: async () => reading },
    store: new SeriesFiles({ directory, keptMs, clock: node.clock }),
  })

async function sampleAfter(seconds: number, cpuSeconds: number): Promise<void> {
  machine.nowMs += seconds * 1000
  if (reading !== undefined) reading = { ...reading, cpuSeconds: reading.cpuSeconds + cpuSeconds }
  await sampler.sample()
}

test('network traffic is a rate since the previous sample', async () => {
  await sampleAfter(0, 0)
  if (reading !== undefined) reading = { ...reading, sentBytes: 6000, receivedBytes: 2050 }
  await sampleAfter(5, 0)
  expect(sampler.latest(sandboxId)?.points).toMatchObject([{ sentRate: 1000, receivedRate: 10 }])
  await sampler.close()
  const kept = await startSampler().read(sandboxId, all)
  expect(kept?.points.at(-1)).toMatchObject({ sentRate: 1000, receivedRate: 10 })
})

test('CPU usage is that of all its CPUs since the previous sample', async () => {
  await sampleAfter(0, 0)
  await sampleAfter(5, 5)
  await sampleAfter(5, 0)
  const series = await sampler.read(sandboxId, all)
  expect(series?.resources.cpuCount).toBe(2)
  expect(sampler.latest(sandboxId)?.points).toMatchObject([{ cpuUsedPercent: 0, memoryUsedBytes: 100 }])
  const exact = await sampler.read(sandboxId, { startMs: machine.nowMs - 10_000, endMs: machine.nowMs })
  expect(exact?.points.map(({ cpuUsedPercent }) => cpuUsedPercent)).toEqual([50, 0])
})

test('what a sandbox used is there when it is gone, and after a restart of the node', async () => {
  await sampleAfter(0, 0)
  await sampleAfter(5, 1)
  await endSandbox(node, sandboxId, 'killed')
  await sampler.sample()
  expect(sampler.latest(sandboxId)).toBeUndefined()
  for (const one of [sampler, startSampler()])
    expect((await one.read(sandboxId, all))?.points).toMatchObject([{ memoryUsedBytes: 100 }])
})

test('a node that stops keeps what it has, and the next one goes on', async () => {
  await sampleAfter(0, 0)
  await sampleAfter(5, 1)
  await sampler.close()
  sampler = startSampler()
  await sampleAfter(5, 1)
  await sampleAfter(5, 1)
  const range = { startMs: machine.nowMs - 60_000, endMs: machine.nowMs }
  expect((await sampler.read(sandboxId, range))?.points).toHaveLength(2)
})

test('nothing is known of a sandbox that never was', async () => {
  expect(await sampler.read('nobody', all)).toBeUndefined()
})

test('a sandbox whose cgroup is gone has no sample, and the others have theirs', async () => {
  reading = undefined
  await sampleAfter(5, 0)
  expect(sampler.latest(sandboxId)).toBeUndefined()
})
