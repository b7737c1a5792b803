/** What idle sandboxes cost that give their memory to zram, and what that costs whoever comes back. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { whyNoSwap } from '@cay/core/swap/support.ts'
import { readSwapFacts } from '@cay/kit/host/swap-support.ts'
import type { Sandbox } from 'e2b'
import { installationNumber } from '../../support/machine-state.ts'
import type { Measured, Measurement } from '../measured.ts'
import { withInstallation } from '../own-installation.ts'
import { median } from '../statistics.ts'
import { becomeInteractive } from './client.ts'
import { allFrozen, sandboxGroups } from './idle.ts'
import type { LifecyclePart } from './part.ts'
import { processorSharesOf, swappableBytesOf, usageOf } from './usage.ts'

const idleSandboxes = 10
const settleMsMax = 180_000
const mib = 2 ** 20
const memoryMibMax = 20
/** Less than a step takes is not taken. */
const leftBytesMax = mib

/** The machine has its swap as before when this resolves. */
export async function measureIdleSwap(given: Measurement): Promise<Partial<Measured>> {
  const lacking = whyNoSwap(await readSwapFacts())
  if (lacking !== undefined) return { notes: [`idle sandboxes in zram were left out: ${lacking}`] }
  // A pool would be restored beside what is measured.
  const settings = { CAY_SWAP_FROZEN: 'zram', CAY_POOL_SIZE: '0' }
  return await withInstallation(settings, (own) => measure({ ...given, own }))
}

async function measure(part: LifecyclePart): Promise<Partial<Measured>> {
  const { own, signal, turns } = part
  const sandboxes: Sandbox[] = []
  for (let made = 0; made < idleSandboxes; made++) sandboxes.push((await becomeInteractive()).sandbox)
  await allFrozen(own, signal)
  const groups = await sandboxGroups(own)
  const kernelMs = await nodeKernelMs(part)
  const held = median(groups.map((group) => usageOf(group).memoryBytes))
  await settle(part, groups)
  const usedMs = (await nodeKernelMs(part)) - kernelMs
  const left = median(groups.map((group) => usageOf(group).memoryBytes))
  const device = deviceOf(own.dataDir)
  const samples: Samples = { swapped: [], resident: [] }
  for (let round = 0; round * idleSandboxes < turns; round++)
    await comeBack(part, { sandboxes, groups, samples })
  const compressed = device.memoryBytes / idleSandboxes
  return {
    figures: [
      { name: 'first command of a frozen sandbox', samples: samples.resident },
      { name: 'the same, its memory in zram', samples: samples.swapped },
    ],
    readings: [
      { name: 'idle sandbox before zram: memory of its cgroup', value: held / mib, unit: 'MiB' },
      { name: 'idle sandbox in zram: memory of its cgroup', value: left / mib, unit: 'MiB' },
      {
        name: 'idle sandbox in zram: its pages there',
        value: device.storedBytes / idleSandboxes / mib,
        unit: 'MiB',
      },
      { name: 'idle sandbox in zram: these compressed', value: compressed / mib, unit: 'MiB' },
      {
        name: 'idle sandbox in zram: memory of the machine',
        value: (left + compressed) / mib,
        unit: 'MiB',
        valueMax: memoryMibMax,
      },
      { name: 'idle sandbox to zram: processor', value: usedMs / idleSandboxes, unit: 'ms' },
    ],
  }
}

interface Samples {
  readonly swapped: number[]
  readonly resident: number[]
}

interface Group {
  readonly sandboxes: readonly Sandbox[]
  readonly groups: readonly string[]
  readonly samples: Samples
}

/** Once with their memory in zram, and once frozen anew before it gets there. */
async function comeBack(part: LifecyclePart, { sandboxes, groups, samples }: Group): Promise<void> {
  await settle(part, groups)
  for (const sandbox of sandboxes) samples.swapped.push(await commandMs(sandbox))
  await allFrozen(part.own, part.signal)
  for (const sandbox of sandboxes) samples.resident.push(await commandMs(sandbox))
  await allFrozen(part.own, part.signal)
}

async function commandMs(sandbox: Sandbox): Promise<number> {
  const startedMs = performance.now()
  await sandbox.commands.run('echo ready')
  return performance.now() - startedMs
}

/** Until each has given what it can give. Pages of files stay with whoever read them first. */
async function settle({ signal }: LifecyclePart, groups: readonly string[]): Promise<void> {
  const deadline = Date.now() + settleMsMax
  while (groups.some((group) => swappableBytesOf(group) > leftBytesMax)) {
    signal.throwIfAborted()
    if (Date.now() > deadline) throw new Error('idle sandboxes do not give their memory to zram')
    await sleep(500)
  }
}

function deviceOf(dataDir: string): { readonly storedBytes: number; readonly memoryBytes: number } {
  const claim = readFileSync(`/run/cay/swap-${installationNumber(dataDir)}`, 'utf8')
  const name = /zram\d+/.exec(claim)?.[0]
  const [storedBytes = 0, , memoryBytes = 0] = readFileSync(`/sys/block/${name}/mm_stat`, 'utf8')
    .trim()
    .split(/\s+/)
    .map(Number)
  return { storedBytes, memoryBytes }
}

/** The kernel compresses on behalf of the node. */
async function nodeKernelMs({ own }: LifecyclePart): Promise<number> {
  const [orchestrator] = await own.servicePids()
  return orchestrator === undefined ? 0 : processorSharesOf(orchestrator).kernelMs
}
