/**
 * Finds and removes everything on this machine that bears the name of the installation and belongs to no known container:
 * leftovers of a killed node, an incomplete slot or an older run. Leftovers that are found before a node creates anything may
 * be removed concurrently.
 */
import { readdir, readFile, rm } from 'node:fs/promises'
import { isErrno } from '@cay/kit/host/errno.ts'
import { mountPoints } from '@cay/kit/host/mountinfo.ts'
import { containerIdIn } from '../../dialect/container/command-line.ts'
import { planSlot, slotOfName } from '../../dialect/network/slot-plan.ts'
import type { Cgroups } from '../../ports/container.ts'
import { namesIn } from '../files/names-in.ts'
import { removeSlot } from '../network/network-slots.ts'

export interface Known {
  readonly slots: ReadonlySet<number>
  readonly containerIds: ReadonlySet<string>
}

export interface LeftoverScope {
  readonly installation: number
  readonly mountNamespaces: string
  readonly containers: string
  readonly cgroups: Cgroups & { listContainers(): Promise<string[]> }
}

export interface OrphanedSlot {
  readonly index: number
  readonly netns: string
  readonly mountNamespacePath: string
  readonly address: string
}

export interface Leftovers {
  /** Container ids. */
  readonly cgroups: readonly string[]
  readonly slots: readonly OrphanedSlot[]
  /** Names in the directory of containers. */
  readonly directories: readonly string[]
}

export interface Removed {
  readonly processes: number
  readonly slots: number
  readonly cgroups: number
  readonly directories: number
}

export async function findLeftovers(scope: LeftoverScope, known: Known): Promise<Leftovers> {
  await endOrphanedCalls(scope.containers, known.containerIds)
  const isNobodys = (id: string) => !known.containerIds.has(id)
  return {
    cgroups: (await scope.cgroups.listContainers()).filter(isNobodys),
    slots: await orphanedSlots(scope, known),
    directories: (await namesIn(scope.containers)).filter(isNobodys),
  }
}

/** Idempotent: what is gone is no error. */
export async function removeLeftovers(
  scope: LeftoverScope,
  { cgroups, slots, directories }: Leftovers,
): Promise<Removed> {
  let processes = 0
  for (const id of cgroups) {
    processes += await killAll(scope.cgroups, id)
    await scope.cgroups.remove(id)
  }
  for (const slot of slots) await removeSlot(slot)
  for (const id of directories) await rm(`${scope.containers}/${id}`, { recursive: true, force: true })
  return { processes, slots: slots.length, cgroups: cgroups.length, directories: directories.length }
}

/**
 * Ends calls of the runtime that a killed node left on containers that are not kept: they would go on creating what is being
 * removed.
 */
export async function endOrphanedCalls(containers: string, keptIds: ReadonlySet<string>): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  let ended = 0
  for (const pid of pids) {
    const id = containerIdIn(await commandLine(pid), containers)
    if (id === undefined || keptIds.has(id)) continue
    endProcess(pid)
    ended += 1
  }
  return ended
}

async function commandLine(pid: number): Promise<string> {
  try {
    return await readFile(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // It has ended meanwhile.
    return ''
  }
}

async function killAll(cgroups: Cgroups, containerId: string): Promise<number> {
  const killed = new Set<number>()
  for (
    let pids = await cgroups.processes(containerId);
    pids.length > 0;
    pids = await cgroups.processes(containerId)
  ) {
    for (const pid of pids) {
      killed.add(pid)
      endProcess(pid)
    }
    // A frozen process dies when it is thawed.
    await cgroups.thaw(containerId)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return killed.size
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It has ended since the listing.
    if (!isErrno(error, 'ESRCH')) throw error
  }
}

/** A slot may show in up to three places; any of them counts. */
async function orphanedSlots(scope: LeftoverScope, known: Known): Promise<OrphanedSlot[]> {
  const mounts = mountPoints(await readFile('/proc/self/mountinfo', 'utf8'))
  const pinned = mounts
    .filter((path) => path.startsWith(`${scope.mountNamespaces}/`))
    .map((path) => path.slice(scope.mountNamespaces.length + 1))
  const names = new Set([
    ...(await namesIn('/run/netns')),
    ...(await namesIn('/sys/class/net')),
    ...(await namesIn(scope.mountNamespaces)),
    ...pinned,
  ])
  return [...names].flatMap((netns) => {
    const index = slotOfName(scope.installation, netns)
    if (index === undefined || known.slots.has(index)) return []
    const { address } = planSlot(scope.installation, index)
    return [{ index, netns, mountNamespacePath: `${scope.mountNamespaces}/${netns}`, address }]
  })
}
