/** Parses the usage of a cgroup, under v1 and v2. */

export interface GroupMemory {
  readonly usedBytes: number
  /** Of files, given up when memory is short; not in what is used. */
  readonly cacheBytes: number
}

/**
 * `usage`: what is charged to the group; `stat`: the kernel's table of it; `swap`: of version 2, what is in swap, which counts
 * as used: its sandbox holds it. The memory of a sandbox is shared memory to the
 * kernel, which counts it among the cache: what is left of the cache without it is that of files.
 */
export function groupMemory(usage: string, stat: string, swap = '0'): GroupMemory {
  const rows = rowsOf(stat)
  const all = rows.get('total_cache') ?? rows.get('file') ?? 0
  const shared = rows.get('total_shmem') ?? rows.get('shmem') ?? 0
  const total = Number.parseInt(usage, 10)
  const cacheBytes = Math.min(total, Math.max(0, all - shared))
  return { usedBytes: total - cacheBytes + swappedBytes(rows, swap), cacheBytes }
}

/** What a swap-out could take: the kernel counts shared memory among it. */
export function swappableBytes(stat: string): number {
  const rows = rowsOf(stat)
  const of = (name: string) => rows.get(`total_${name}`) ?? rows.get(name) ?? 0
  return of('inactive_anon') + of('active_anon')
}

/** A page that came back may keep its place in swap; version 2 counts it in both. */
function swappedBytes(rows: ReadonlyMap<string, number>, swap: string): number {
  const inV1 = rows.get('total_swap')
  return inV1 ?? Math.max(0, Number.parseInt(swap, 10) - (rows.get('swapcached') ?? 0))
}

function rowsOf(stat: string): Map<string, number> {
  return new Map(
    stat.split('\n').map((line) => {
      const [name = '', value = '0'] = line.split(' ')
      return [name, Number(value)]
    }),
  )
}

/** Of version 1: nanoseconds, and nothing else. */
export function cpuSecondsV1(usage: string): number {
  return Number.parseInt(usage, 10) / 1e9
}

/** Of version 2: a table with a row in microseconds. */
export function cpuSecondsV2(stat: string): number {
  return Number(/^usage_usec (\d+)$/m.exec(stat)?.[1] ?? 0) / 1e6
}
