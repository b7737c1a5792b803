/** What a container uses, as the node's kernel counts it: nobody in the sandbox is asked, so nobody is woken. */
import { readFile, stat } from 'node:fs/promises'
import { cpuSecondsV1, cpuSecondsV2, groupMemory } from '../dialect/cgroup-usage.ts'
import type { UsageMeter, UsageReading } from '../observe-ports.ts'
import type { Container } from '../ports.ts'
import { diskImagePath } from './disks.ts'

const defaultRoot = '/sys/fs/cgroup'
const blockBytes = 512

export class HostUsage implements UsageMeter {
  readonly #pathOf: (containerId: string) => string
  readonly #root: string

  /** `pathOf`: where the group of a container lies below each tree's root. */
  constructor(pathOf: (containerId: string) => string, root: string = defaultRoot) {
    this.#pathOf = pathOf
    this.#root = root
  }

  async read(container: Container): Promise<UsageReading | undefined> {
    const group = this.#pathOf(container.id)
    const [cpu, memory, disk] = await Promise.all([
      this.#cpuSeconds(group),
      this.#memory(group),
      stat(diskImagePath(container)).catch(undefinedWhenGone),
    ])
    if (cpu === undefined || memory === undefined || disk === undefined) return undefined
    return {
      cpuSeconds: cpu,
      memoryUsedBytes: memory.usedBytes,
      memoryCacheBytes: memory.cacheBytes,
      diskUsedBytes: disk.blocks * blockBytes,
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
    return total === undefined || table === undefined ? undefined : groupMemory(total, table)
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  return await readFile(path, 'utf8').catch(undefinedWhenGone)
}

/** ENODEV: the group goes away while its file is open. */
function undefinedWhenGone(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'ENOENT' && code !== 'ENODEV') throw error
}
