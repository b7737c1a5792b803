/** The kernel's text formats that list processors. Pure. */

/** The C library's `sched_setaffinity` takes this many bits. */
const affinityBits = 1024

/** Returns an affinity mask with the first `count` processors. */
export function affinityMask(count: number): Uint8Array {
  const mask = new Uint8Array(affinityBits / 8)
  for (let bit = 0; bit < Math.min(count, affinityBits); bit++) {
    mask[bit >> 3] = (mask[bit >> 3] ?? 0) | (1 << (bit & 7))
  }
  return mask
}

/** Counts the processors of a list: `0-3` has four, `0-1,4` has three. */
export function countProcessors(list: string): number {
  const ranges = list.trim().split(',')
  return ranges.reduce((sum, range) => {
    const [first, last = first] = range.split('-').map(Number)
    return sum + (last ?? 0) - (first ?? 0) + 1
  }, 0)
}

/** Renders a text of the kernel with only the first `count` processors. */
export type RenderProcessors = (text: string, count: number) => string

/** Renders `/sys/devices/system/cpu/online`. */
export const renderOnline: RenderProcessors = (_text, count) => (count === 1 ? '0\n' : `0-${count - 1}\n`)

/** Renders `/proc/cpuinfo`, which has a block for each processor, each followed by an empty line. */
export const renderCpuinfo: RenderProcessors = (text, count) => {
  const blocks = text.split(/(?<=\n\n)/)
  return blocks.filter((block) => isShown(/^processor\s*: (\d+)$/m.exec(block), count)).join('')
}

/** Renders `/proc/stat`, which has a line for each processor and one for the sum. */
export const renderStat: RenderProcessors = (text, count) => {
  const lines = text.split(/(?<=\n)/)
  return lines.filter((line) => isShown(/^cpu(\d+) /.exec(line), count)).join('')
}

function isShown(match: RegExpExecArray | null, count: number): boolean {
  return match === null || Number(match[1]) < count
}
