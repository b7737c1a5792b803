/**
 * The cgroups that the runtime makes for a container, under version 1 (one tree per controller), version 2 (one tree) and
 * the mix of both: who is in them, stopping and going on, removal.
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

/** A group counts as busy for a moment after its last process ended, on a loaded machine for a second. */
const removeAttempts = 100
const removeDelayMs = 20

/** The installation's parent groups that exist, one per tree. */
async function parents(root: string, installationName: string): Promise<string[]> {
  const trees = await readdir(root, { withFileTypes: true })
  const roots = [root, ...trees.filter((tree) => tree.isDirectory()).map((tree) => `${root}/${tree.name}`)]
  const candidates = roots.map((root) => `${root}/${installationName}`)
  const listed = await Promise.all(
    candidates.map(async (path) => ((await childGroups(path)) === undefined ? [] : [path])),
  )
  return listed.flat()
}

/** Names of the groups below; undefined when the group itself does not exist. */
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

  /**
   * `root`: where the trees are mounted, or the one tree of version 2. `confinesSwap`: limits of memory hold for what is in
   * swap, too.
   */
  constructor(installationName: string, root: string = defaultRoot, { confinesSwap = false } = {}) {
    this.#installationName = installationName
    this.#root = root
    this.#confinesSwap = confinesSwap
  }

  /** Where a container's group lies below each tree's root. */
  pathOf(containerId: string): string {
    return `/${this.#installationName}/${containerId}`
  }

  async remove(containerId: string): Promise<void> {
    for (const parent of await parents(this.#root, this.#installationName))
      await removeGroup(`${parent}/${containerId}`)
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

  /** Bytes of a frozen container that left memory for swap, about as many as were asked for. */
  async swapOut(containerId: string, bytes: number): Promise<number> {
    const swap = await groupSwapOf(this.#root, this.pathOf(containerId))
    return (await swap?.swapOut(bytes)) ?? 0
  }

  /** Of every container that is here: those that come are confined with their limit. */
  async confineSwap(): Promise<void> {
    for (const containerId of await this.listContainers())
      await (await groupSwapOf(this.#root, this.pathOf(containerId)))?.confine()
  }

  /** After the last container. */
  async removeParents(): Promise<void> {
    for (const parent of await parents(this.#root, this.#installationName)) await removeGroup(parent)
  }
}

async function processesOf(path: string): Promise<number[]> {
  const children = await childGroups(path)
  if (children === undefined) return []
  const text = await readFile(`${path}/cgroup.procs`, 'utf8')
  const below = await Promise.all(children.map((child) => processesOf(`${path}/${child}`)))
  return [
    ...text
      .split('\n')
      .filter((line) => line !== '')
      .map(Number),
    ...below.flat(),
  ]
}

/** The runtime may have made groups of its own below. */
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
