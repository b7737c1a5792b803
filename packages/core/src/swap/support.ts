/** What a machine lacks to give the memory of frozen sandboxes to zram, in words, and what it has as swap already. */

export interface SwapFacts {
  /** `loadable`: a module that is not loaded yet. */
  readonly zram: 'present' | 'loadable' | 'absent'
  /** False where /sys is read-only, or not root's. */
  readonly isWritable: boolean
  /** What cgroups can do: limit the swap of one, and move its memory there. `unknown`: there is no group to look at. */
  readonly limits: 'enough' | 'no-swap-limit' | 'no-reclaim' | 'unknown'
}

/** Completes a sentence; undefined when nothing is lacking. */
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

/** Of /proc/swaps. */
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
