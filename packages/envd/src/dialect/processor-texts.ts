/** How the kernel writes down which processors there are. Pure. */

/** `sched_setaffinity` of the C library takes this many bits. */
const affinityBits = 1024

/** The first `count` processors as the mask of an affinity. */
export function affinityMask(count: number): Uint8Array {
  const mask = new Uint8Array(affinityBits / 8)
  for (let bit = 0; bit < Math.min(count, affinityBits); bit++) {
    mask[bit >> 3] = (mask[bit >> 3] ?? 0) | (1 << (bit & 7))
  }
  return mask
}

/** `0-3` are four processors, and `0-1,4` three. */
export function countProcessors(list: string): number {
  const ranges = list.trim().split(',')
  return ranges.reduce((sum, range) => {
    const [first, last = first] = range.split('-').map(Number)
    return sum + (last ?? 0) - (first ?? 0) + 1
  }, 0)
}

/** A text of the kernel with the first `count` processors left in it. */
export type RenderProcessors = (text: string, count: number) => string

/** Of `/sys/devices/system/cpu/online`. */
export const renderOnline: RenderProcessors = (_text, count) => (count === 1 ? '0\n' : `0-${count - 1}\n`)

/** Of `/proc/cpuinfo`: a block for each, with an empty line after it. */
export const renderCpuinfo: RenderProcessors = (text, count) => {
  const blocks = text.split(/(?<=\n\n)/)
  return blocks.filter((block) => isShown(/^processor\s*: (\d+)$/m.exec(block), count)).join('')
}

/** Of `/proc/stat`: a line for each, and one for the sum. */
export const renderStat: RenderProcessors = (text, count) => {
  const lines = text.split(/(?<=\n)/)
  return lines.filter((line) => isShown(/^cpu(\d+) /.exec(line), count)).join('')
}

function isShown(match: RegExpExecArray | null, count: number): boolean {
  return match === null || Number(match[1]) < count
}
