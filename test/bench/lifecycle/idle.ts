/** What sandboxes cost that nobody uses, and what many of them cost the next create. */
import { setTimeout as sleep } from 'node:timers/promises'
import { FileRecords } from '@cay/orchestrator/edge/sandbox/file-records.ts'
import { machineLayout } from '@cay/orchestrator/wiring/wire-machine.ts'
import { installationNumber } from '../../support/machine-state.ts'
import type { Measured } from '../measured.ts'
import type { OwnInstallation } from '../own-installation.ts'
import { median } from '../statistics.ts'
import { becomeInteractive } from './client.ts'
import type { LifecyclePart } from './part.ts'
import { memoryAvailableBytes, processorMsOf, usageOf } from './usage.ts'

const idleSandboxes = 10
const watchedMs = 30_000
const restMsMax = 120_000
const mib = 2 ** 20

const most = { memoryMib: 35, processorPercent: 0.1, manyRatio: 1.5 }

export async function measureIdleCost(part: LifecyclePart): Promise<Partial<Measured>> {
  const { own, signal } = part
  await own.api.poolIsFull(1)
  await sleep(watchedMs / 10)
  const servicesBefore = await watchServices(own, watchedMs)
  for (let made = 0; made < idleSandboxes; made++) await becomeInteractive()
  await allFrozen(own, signal)
  const groups = await sandboxGroups(own)
  const before = groups.map(usageOf)
  const services = await watchServices(own, watchedMs)
  const after = groups.map(usageOf)
  const used = after.map((usage, index) => usage.processorMs - (before[index]?.processorMs ?? 0))
  const percent = (ms: number) => (ms / watchedMs) * 100
  return {
    readings: [
      {
        name: 'idle sandbox: memory (median)',
        value: median(after.map(({ memoryBytes }) => memoryBytes / mib)),
        unit: 'MiB',
        valueMax: most.memoryMib,
      },
      {
        name: 'idle sandbox: processor (most of all)',
        value: percent(Math.max(...used)),
        unit: '% of a core',
        valueMax: most.processorPercent,
      },
      { name: 'services of a node without sandboxes', value: percent(servicesBefore), unit: '% of a core' },
      {
        name: `services of a node with ${idleSandboxes} idle ones`,
        value: percent(services),
        unit: '% of a core',
      },
    ],
  }
}

const manySandboxes = 200
/** What one is reckoned at when it is decided how many there can be. */
const reckonedBytes = 48 * mib
/** Left to the machine. */
const sparedBytes = 2048 * mib

export async function measureManyIdle(part: LifecyclePart, poolSize: number): Promise<Partial<Measured>> {
  const { own, signal } = part
  const budget = Math.floor((memoryAvailableBytes() - sparedBytes) / reckonedBytes)
  const count = Math.min(manySandboxes, budget)
  const alone = await createsFromPool(part, poolSize)
  const availableBefore = memoryAvailableBytes()
  for (let made = 0; made < count; made++) {
    signal.throwIfAborted()
    await own.api.create()
  }
  await allFrozen(own, signal)
  const taken = (availableBefore - memoryAvailableBytes()) / count
  const among = await createsFromPool(part, poolSize)
  const notes = count < manySandboxes ? [`${count} idle sandboxes instead of ${manySandboxes}: memory`] : []
  return {
    figures: [
      { name: 'create from a pool, no other sandbox', samples: alone },
      {
        name: `create from a pool among ${count} idle ones`,
        samples: among,
        floor: alone,
        ratioMax: most.manyRatio,
      },
    ],
    readings: [
      {
        name: `memory that each of ${count} idle ones takes from the machine`,
        value: taken / mib,
        unit: 'MiB',
      },
    ],
    notes,
  }
}

async function createsFromPool({ own, turns, signal }: LifecyclePart, poolSize: number): Promise<number[]> {
  const samples: number[] = []
  for (let turn = -2; turn < turns; turn++) {
    signal.throwIfAborted()
    await own.api.poolIsFull(poolSize)
    const { sandboxId, ms } = await own.api.create()
    await own.api.kill(sandboxId)
    if (turn >= 0) samples.push(ms)
  }
  return samples
}

export async function allFrozen({ node }: OwnInstallation, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + restMsMax
  for (;;) {
    signal.throwIfAborted()
    const { sandboxes } = await node.listSandboxes({})
    const awake = sandboxes.filter(({ address, frozen }) => address !== '' && !frozen)
    if (awake.length === 0) return
    if (Date.now() > deadline) throw new Error(`${awake.length} idle sandboxes are not frozen`)
    await sleep(500)
  }
}

/** The cgroup of each sandbox, below the root of the trees. */
export async function sandboxGroups({ dataDir }: OwnInstallation): Promise<string[]> {
  const { records } = await new FileRecords(machineLayout(dataDir)).list()
  const number = installationNumber(dataDir)
  return records
    .filter(({ claim }) => claim !== undefined)
    .map(({ container }) => `/cay${number}/${container.id}`)
}

/** Milliseconds of processor that all services together use within the time. */
async function watchServices({ servicePids }: OwnInstallation, ms: number): Promise<number> {
  const pids = await servicePids()
  const before = pids.map(processorMsOf)
  await sleep(ms)
  const now = await servicePids()
  if (pids.some((pid) => !now.includes(pid))) throw new Error('a service died while it was watched')
  return pids.map(processorMsOf).reduce((sum, used, index) => sum + used - (before[index] ?? 0), 0)
}
