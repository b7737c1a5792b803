/**
 * The cgroups of containers, under cgroup v1 (one hierarchy per controller), v2 (one hierarchy) and hybrid mode: listing
 * processes, freezing, limits and removal.
 */
import { readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { retry } from '@cay/kit/flow/retry.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import { memoryKillsIn } from '../../dialect/container/memory-kills.ts'
import type { Cgroups } from '../../ports/container.ts'
import { freezerOf } from './cgroup-freezer.ts'
import { readIfThere } from './group-files.ts'
import { groupSwapOf } from './group-swap.ts'

const defaultRoot = '/sys/fs/cgroup'

/** A cgroup stays busy for a moment after its last process has ended, on a loaded machine for a second. */
const removeAttempts = 100
const removeDelayMs = 20

/** The existing parent cgroups of the installation, one per hierarchy. */
async function parents(root: string, installationName: string): Promise<string[]> {
  const trees = await readdir(root, { withFileTypes: true })
  const roots = [root, ...trees.filter((tree) => tree.isDirectory()).map((tree) => `${root}/${tree.name}`)]
  const candidates = roots.map((root) => `${root}/${installationName}`)
  const listed = await Promise.all(
    candidates.map(async (path) => ((await childGroups(path)) === undefined ? [] : [path])),
  )
  return listed.flat()
}

/** Names of the child cgroups; undefined when the cgroup does not exist. */
async function childGroups(path: string): Promise<string[] | undefined> {
  try {
    const entries = await readdir(path, { withFileTypes: true })
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

export class HostCgroups implements Cgroups {
  readonly #installationName: string
  readonly #root: string
  readonly #confinesSwap: boolean

  /** `root`: the mount point of the hierarchies, or of the one of v2. `confinesSwap`: memory limits include swap. */
  constructor(installationName: string, root: string = defaultRoot, { confinesSwap = false } = {}) {
    this.#installationName = installationName
    this.#root = root
    this.#confinesSwap = confinesSwap
  }

  /** The path of a container's cgroup below the root of each hierarchy. */
  pathOf(containerId: string): string {
    return `/${this.#installationName}/${containerId}`
  }

  async remove(containerId: string): Promise<void> {
    for (const parent of await parents(this.#root, this.#installationName))
      await removeGroup(`${parent}/${containerId}`)
  }

  /** As `processes`, from one hierarchy: complete for a container that was started, and a seventh of the work. */
  async startedProcesses(containerId: string): Promise<number[]> {
    const group = this.pathOf(containerId)
    for (const hierarchy of [`${this.#root}/freezer`, this.#root]) {
      const pids = await processesOf(`${hierarchy}${group}`)
      if (pids.length > 0) return pids
    }
    return await this.processes(containerId)
  }

  async processes(containerId: string): Promise<number[]> {
    const pids = new Set<number>()
    for (const parent of await parents(this.#root, this.#installationName)) {
      for (const pid of await processesOf(`${parent}/${containerId}`)) pids.add(pid)
    }
    return [...pids]
  }

  async freeze(containerId: string): Promise<void> {
    const freezer = await freezerOf(this.#root, this.pathOf(containerId))
    if (freezer === undefined) throw new Error(`${containerId} has no cgroup that could be frozen`)
    await freezer.freeze()
  }

  async thaw(containerId: string): Promise<void> {
    const freezer = await freezerOf(this.#root, this.pathOf(containerId))
    await freezer?.thaw()
  }

  async memoryKills(containerId: string): Promise<number> {
    const group = this.pathOf(containerId)
    const v1 = await readIfThere(`${this.#root}/memory${group}/memory.oom_control`)
    return memoryKillsIn(v1 ?? (await readIfThere(`${this.#root}${group}/memory.events`)) ?? '')
  }

  async setMemoryLimit(containerId: string, bytes: number): Promise<void> {
    const group = this.pathOf(containerId)
    const swap = this.#confinesSwap ? await groupSwapOf(this.#root, group) : undefined
    if (swap !== undefined) return await swap.setLimit(bytes)
    const v1 = `${this.#root}/memory${group}/memory.limit_in_bytes`
    const isV1 = (await readIfThere(v1)) !== undefined
    await writeFile(isV1 ? v1 : `${this.#root}${group}/memory.max`, String(bytes))
  }

  async listContainers(): Promise<string[]> {
    const names = new Set<string>()
    for (const parent of await parents(this.#root, this.#installationName)) {
      for (const name of (await childGroups(parent)) ?? []) names.add(name)
    }
    return [...names]
  }

  /** Swaps out about so many bytes of a frozen container; resolves with the bytes that left memory. */
  async swapOut(containerId: string, bytes: number): Promise<number> {
    const swap = await groupSwapOf(this.#root, this.pathOf(containerId))
    return (await swap?.swapOut(bytes)) ?? 0
  }

  /** Confines the swap of all existing containers; new ones are confined when their limit is set. */
  async confineSwap(): Promise<void> {
    for (const containerId of await this.listContainers())
      await (await groupSwapOf(this.#root, this.pathOf(containerId)))?.confine()
  }

  /** Call it after the last container was removed. */
  async removeParents(): Promise<void> {
    for (const parent of await parents(this.#root, this.#installationName)) await removeGroup(parent)
  }
}

async function processesOf(path: string): Promise<number[]> {
  const children = await childGroups(path)
  if (children === undefined) return []
  const text = await readFile(`${path}/cgroup.procs`, 'utf8')
  const below = await Promise.all(children.map((child) => processesOf(`${path}/${child}`)))
  // Version 2 lists 0 for a process that is not in our pid namespace. Signals to 0 are for our own process group.
  return [
    ...text
      .split('\n')
      .map(Number)
      .filter((pid) => pid !== 0),
    ...below.flat(),
  ]
}

/** Removes a cgroup with its children, which the runtime may have created. */
async function removeGroup(path: string): Promise<void> {
  for (const child of (await childGroups(path)) ?? []) await removeGroup(`${path}/${child}`)
  await retry(
    () =>
      rmdir(path).catch((error: unknown) => {
        if (!isErrno(error, 'ENOENT')) throw error
      }),
    {
      attempts: removeAttempts,
      delayMs: () => removeDelayMs,
      isRetryable: (error) => isErrno(error, 'EBUSY'),
    },
  )
}
