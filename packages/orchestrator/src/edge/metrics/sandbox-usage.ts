/** Reads the usage of a container from the kernel of the node: nothing in the sandbox is called or woken. */
import { readdir, readlink, stat } from 'node:fs/promises'
import { cpuSecondsV1, cpuSecondsV2, groupMemory } from '../../dialect/metrics/cgroup-usage.ts'
import type { Container } from '../../ports/container.ts'
import type { UsageMeter, UsageReading } from '../../ports/observe.ts'
import type { ContainerRecord } from '../../ports/record.ts'
import { diskImagePath, diskMountPoint } from '../container/disks.ts'
import { readIfThere, undefinedWhenGone } from '../container/group-files.ts'

type Measured = Pick<ContainerRecord, 'container' | 'process'>

const defaultRoot = '/sys/fs/cgroup'
const blockBytes = 512

export class HostUsage implements UsageMeter {
  readonly #pathOf: (containerId: string) => string
  readonly #root: string

  /** `pathOf`: the path of a container's cgroup below the root of each hierarchy. */
  constructor(pathOf: (containerId: string) => string, root: string = defaultRoot) {
    this.#pathOf = pathOf
    this.#root = root
  }

  async read({ container, process }: Measured): Promise<UsageReading | undefined> {
    const group = this.#pathOf(container.id)
    const [cpu, memory, disk, sentBytes, receivedBytes] = await Promise.all([
      this.#cpuSeconds(group),
      this.#memory(group),
      diskBlocks(container, process?.pid),
      vethBytes(container, 'rx'),
      vethBytes(container, 'tx'),
    ])
    if (cpu === undefined || memory === undefined || disk === undefined) return undefined
    return {
      cpuSeconds: cpu,
      memoryUsedBytes: memory.usedBytes,
      memoryCacheBytes: memory.cacheBytes,
      diskUsedBytes: disk * blockBytes,
      sentBytes,
      receivedBytes,
    }
  }

  async #cpuSeconds(group: string): Promise<number | undefined> {
    for (const tree of ['cpuacct', 'cpu,cpuacct', 'cpu']) {
      const text = await readIfThere(`${this.#root}/${tree}${group}/cpuacct.usage`)
      if (text !== undefined) return cpuSecondsV1(text)
    }
    const text = await readIfThere(`${this.#root}${group}/cpu.stat`)
    return text === undefined ? undefined : cpuSecondsV2(text)
  }

  async #memory(group: string) {
    const v1 = `${this.#root}/memory${group}`
    const usage = await readIfThere(`${v1}/memory.usage_in_bytes`)
    const directory = usage === undefined ? `${this.#root}${group}` : v1
    const total = usage ?? (await readIfThere(`${directory}/memory.current`))
    const table = await readIfThere(`${directory}/memory.stat`)
    const swap = await readIfThere(`${directory}/memory.swap.current`)
    return total === undefined || table === undefined ? undefined : groupMemory(total, table, swap)
  }
}

/**
 * The runtime keeps the writable layer in one unlinked file, whose size is up to date; the image of the disk follows after
 * seconds, and includes the overhead of its file system.
 */
async function diskBlocks(container: Container, pid: number | undefined): Promise<number | undefined> {
  const image = await stat(diskImagePath(container)).catch(undefinedWhenGone)
  if (image === undefined || pid === undefined) return image?.blocks
  const descriptors = `/proc/${pid}/fd`
  for (const name of (await readdir(descriptors).catch(undefinedWhenGone)) ?? []) {
    const path = await readlink(`${descriptors}/${name}`).catch(undefinedWhenGone)
    if (path?.startsWith(`${diskMountPoint(container)}/`) !== true) continue
    const layer = await stat(`${descriptors}/${name}`).catch(undefinedWhenGone)
    return Math.max(image.blocks, layer?.blocks ?? 0)
  }
  return image.blocks
}

/** Counted at the node's end: what it receives, the sandbox has sent. */
async function vethBytes({ slot }: Container, direction: 'rx' | 'tx'): Promise<number> {
  return Number((await readIfThere(`/sys/class/net/${slot.netns}/statistics/${direction}_bytes`)) ?? 0)
}
