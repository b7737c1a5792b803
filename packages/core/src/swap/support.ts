/**
 * Checks whether the machine can move the memory of frozen sandboxes to zram: describes what is missing, and parses the
 * existing swap.
 */

export interface SwapFacts {
  /** `loadable`: the module exists but is not loaded yet. */
  readonly zram: 'present' | 'loadable' | 'absent'
  /** False where /sys is read-only, or the process is not root. */
  readonly isWritable: boolean
  /** Whether cgroups can limit swap and reclaim memory to it. `unknown`: there is no cgroup to check. */
  readonly limits: 'enough' | 'no-swap-limit' | 'no-reclaim' | 'unknown'
}

/** Completes a sentence; undefined when nothing is missing. */
export function whyNoSwap({ zram, isWritable, limits }: SwapFacts): string | undefined {
  if (zram === 'absent') return 'this kernel has no zram, and no module zram to load'
  if (!isWritable) return 'zram devices cannot be made here: /sys is read-only or not root’s'
  if (limits === 'no-swap-limit')
    return 'this kernel does not limit swap per cgroup (boot it with swapaccount=1)'
  if (limits === 'no-reclaim')
    return 'cgroups of version 2 have no memory.reclaim here: it takes Linux 5.19 or newer'
  return undefined
}

export interface SwapArea {
  readonly path: string
  readonly sizeBytes: number
  readonly usedBytes: number
}

/** Parses /proc/swaps. */
export function parseSwaps(text: string): SwapArea[] {
  return text
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => {
      const [path = '', , size = '0', used = '0'] = line.split(/\s+/)
      return { path, sizeBytes: Number(size) * 1024, usedBytes: Number(used) * 1024 }
    })
}
