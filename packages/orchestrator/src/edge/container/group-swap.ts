/**
 * What of a cgroup's memory goes to swap, under version 1 and version 2. The limit of a sandbox holds for its memory and its
 * swap: version 1 counts both in one (memsw), and under version 2 a sandbox may only swap while the node moves its memory there.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { swapOutWorthBytes } from '@cay/core/swap/swap-out.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import { swappableBytes } from '../../dialect/metrics/cgroup-usage.ts'
import { readIfThere, undefinedWhenGone, writeIfThere } from './group-files.ts'

export interface GroupSwap {
  /** Resolves with the bytes that left memory; 0 where nothing more can swap, or the group is gone. */
  swapOut(bytes: number): Promise<number>
  /** The limit of memory, swap included. */
  setLimit(bytes: number): Promise<void>
  /** Lets nothing of the group swap beyond its limit; also undoes what a node that was killed amid a `swapOut` left. */
  confine(): Promise<void>
}

/** `group`: path below the root of the trees. Undefined when there is none, or its kernel does not limit swap. */
export async function groupSwapOf(root: string, group: string): Promise<GroupSwap | undefined> {
  const v1 = `${root}/memory${group}`
  if ((await readIfThere(`${v1}/${memswLimit}`)) !== undefined) return groupV1(v1)
  const v2 = `${root}${group}`
  return (await readIfThere(`${v2}/memory.swap.max`)) === undefined ? undefined : groupV2(v2)
}

const memswLimit = 'memory.memsw.limit_in_bytes'
const memoryUsage = 'memory.usage_in_bytes'
const memoryLimit = 'memory.limit_in_bytes'
/** Version 1 rounds no limit to this: what is above was never set. */
const unlimitedBytes = 2 ** 60
/** Pages of files are shared, and slow to read again: swap goes first. Kernels before 5.8 know no more than 100. */
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
      // The limit of memory may at no moment be the higher one.
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
 * How much less of `usage` there is afterwards. The kernel may take pages of files first, which is no reason to stop; once
 * all that can swap is gone, they are left alone.
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

/** The first that this kernel knows. */
async function writeFirstAllowed(path: string, texts: readonly string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    try {
      return await writeUnlessBusy(path, text)
    } catch (error) {
      if (!isErrno(error, 'EINVAL') || index === texts.length - 1) throw error
    }
  }
}

/** The kernel says so when it could not free as much as it was told to; what it has freed counts all the same. */
async function writeUnlessBusy(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'r+' })
  } catch (error) {
    if (!isErrno(error, 'EBUSY', 'EAGAIN')) throw error
  }
}
