/** Parses what /proc/mounts states about /proc itself. Pure. */

/** The daemon bind-mounts files of its own at these paths, and again whenever they are gone. */
export const bootIdPath = '/proc/sys/kernel/random/boot_id'
export const cpuinfoPath = '/proc/cpuinfo'
export const statPath = '/proc/stat'
const ownPaths: readonly string[] = [bootIdPath, cpuinfoPath, statPath]

/**
 * gVisor's mount option for the number of /proc entries cached for later lookups, including those of ended processes.
 */
const cacheOption = 'dentry_cache_limit'
export const withoutCache = `${cacheOption}=0`

export type ProcRemount =
  /** `flags`: the flags that the mount has now. */
  | { readonly kind: 'remount'; readonly flags: number }
  /** There is no cache, or the runtime is not gVisor. */
  | { readonly kind: 'keep' }
  | { readonly kind: 'refuse'; readonly reason: string }

/** Options in /proc/mounts and the mount(2) flags that they correspond to. */
const flagsOf: Readonly<Record<string, number>> = { ro: 1, nosuid: 2, nodev: 4, noexec: 8, noatime: 1024 }

/** A later line for the same mount point hides an earlier one. */
export function decideProcRemount(mounts: string): ProcRemount {
  const entries = mounts.split('\n').map((line) => {
    const [, point = '', type = '', options = ''] = line.split(' ')
    return { point, type, options: options.split(',') }
  })
  const top = entries.findLast(({ point }) => point === '/proc')
  const cache = top?.options.find((option) => option.startsWith(`${cacheOption}=`))
  if (top?.type !== 'proc' || cache === undefined || cache === withoutCache) return { kind: 'keep' }
  const below = entries.find(({ point }) => point.startsWith('/proc/') && !ownPaths.includes(point))
  if (below !== undefined) return { kind: 'refuse', reason: `something is mounted at ${below.point}` }
  return { kind: 'remount', flags: top.options.reduce((flags, option) => flags | (flagsOf[option] ?? 0), 0) }
}

/** Returns all mount points. */
export function mountPoints(mounts: string): ReadonlySet<string> {
  return new Set(mounts.split('\n').flatMap((line) => line.split(' ')[1] ?? []))
}
