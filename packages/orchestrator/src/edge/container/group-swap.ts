/**
 * Swapping out the memory of a cgroup, under cgroup v1 and v2. The limit of a sandbox covers its memory and its swap: v1
 * counts both together (memsw); under v2 a sandbox may swap only while the node swaps it out.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { swapOutWorthBytes } from '@cay/core/swap/swap-out.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import { swappableBytes } from '../../dialect/metrics/cgroup-usage.ts'
import { readIfThere, undefinedWhenGone, writeIfThere } from './group-files.ts'

export interface GroupSwap {
  /** Resolves with the bytes that left memory; 0 when nothing more can be swapped out, or the cgroup is gone. */
  swapOut(bytes: number): Promise<number>
  /** Sets the limit of memory and swap together. */
  setLimit(bytes: number): Promise<void>
  /** Confines the swap of the cgroup to its limit, and reverts what a node left that was killed during a `swapOut`. */
  confine(): Promise<void>
}

/** `group`: path below the root of the hierarchies. Undefined when it does not exist, or the kernel does not limit swap. */
export async function groupSwapOf(root: string, group: string): Promise<GroupSwap | undefined> {
  const v1 = `${root}/memory${group}`
  if ((await readIfThere(`${v1}/${memswLimit}`)) !== undefined) return groupV1(v1)
  const v2 = `${root}${group}`
  return (await readIfThere(`${v2}/memory.swap.max`)) === undefined ? undefined : groupV2(v2)
}

const memswLimit = 'memory.memsw.limit_in_bytes'
const memoryUsage = 'memory.usage_in_bytes'
const memoryLimit = 'memory.limit_in_bytes'
/** A limit above this was never set under cgroup v1. */
const unlimitedBytes = 2 ** 60
/**
 * File pages are shared and slow to read again, so anonymous pages are swapped first. Kernels before 5.8 accept 100 at most.
 */
const swappinessValues = ['200', '100']

function groupV1(path: string): GroupSwap {
  return {
    swapOut: (bytes) =>
      taken(path, memoryUsage, async () => {
        const limit = await readFile(`${path}/${memoryLimit}`, 'utf8')
        const swappiness = await readFile(`${path}/memory.swappiness`, 'utf8')
        await writeFirstAllowed(`${path}/memory.swappiness`, swappinessValues)
        try {
          const target = Math.max(0, (await numberIn(`${path}/${memoryUsage}`)) - bytes)
          await writeUnlessBusy(`${path}/${memoryLimit}`, String(target))
        } finally {
          await writeIfThere(`${path}/${memoryLimit}`, limit.trim())
          await writeIfThere(`${path}/memory.swappiness`, swappiness.trim())
        }
      }),
    async setLimit(bytes) {
      // The memory limit must never exceed the memsw limit.
      const files = [memoryLimit, memswLimit]
      const isRaised = bytes > (await numberIn(`${path}/${memswLimit}`))
      for (const file of isRaised ? files.toReversed() : files)
        await writeFile(`${path}/${file}`, String(bytes), { flag: 'r+' })
    },
    async confine() {
      const [limit, both] = [
        await numberIn(`${path}/${memoryLimit}`),
        await numberIn(`${path}/${memswLimit}`),
      ]
      if (both > unlimitedBytes) await writeIfThere(`${path}/${memswLimit}`, String(limit))
      else await writeIfThere(`${path}/${memoryLimit}`, String(both))
    },
  }
}

function groupV2(path: string): GroupSwap {
  const swapMax = `${path}/memory.swap.max`
  return {
    swapOut: (bytes) =>
      taken(path, 'memory.current', async () => {
        await writeIfThere(swapMax, 'max')
        try {
          const orders = [...swappinessValues.map((value) => `${bytes} swappiness=${value}`), String(bytes)]
          await writeFirstAllowed(`${path}/memory.reclaim`, orders)
        } finally {
          await writeIfThere(swapMax, '0')
        }
      }),
    async setLimit(bytes) {
      await writeFile(`${path}/memory.max`, String(bytes), { flag: 'r+' })
      await writeFile(swapMax, '0', { flag: 'r+' })
    },
    confine: () => writeIfThere(swapMax, '0'),
  }
}

/**
 * The decrease of `usage`. The kernel may reclaim file pages first, which is no reason to stop; when nothing can be swapped
 * out any more, they are not reclaimed.
 */
async function taken(path: string, usage: string, reclaim: () => Promise<void>): Promise<number> {
  try {
    if (swappableBytes(await readFile(`${path}/memory.stat`, 'utf8')) < swapOutWorthBytes) return 0
    const before = await numberIn(`${path}/${usage}`)
    await reclaim()
    return Math.max(0, before - (await numberIn(`${path}/${usage}`)))
  } catch (error) {
    undefinedWhenGone(error)
    return 0
  }
}

const numberIn = async (path: string) => Number(await readFile(path, 'utf8'))

/** Writes the first value that this kernel accepts. */
async function writeFirstAllowed(path: string, texts: readonly string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    try {
      return await writeUnlessBusy(path, text)
    } catch (error) {
      if (!isErrno(error, 'EINVAL') || index === texts.length - 1) throw error
    }
  }
}

/** The kernel reports EBUSY or EAGAIN when it could not reclaim all; what it has reclaimed counts. */
async function writeUnlessBusy(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'r+' })
  } catch (error) {
    if (!isErrno(error, 'EBUSY', 'EAGAIN')) throw error
  }
}
