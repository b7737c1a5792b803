/** Lines of /proc as numbers. */

/** Ticks of the clock in which the kernel counts processor time, per second: the same on every Linux. */
export const ticksPerSecond = 100

const utimeField = 14
const timeFields = 4

/**
 * Of `/proc/<pid>/stat`: the processor time of the process and of the children it has collected, in ticks. Undefined for a
 * line that is none. The name of the process stands in brackets and may hold anything, brackets too.
 */
export function processTicks(stat: string): number | undefined {
  const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // The third field is the first after the name.
  const times = rest.slice(utimeField - 3, utimeField - 3 + timeFields).map(Number)
  const isComplete = times.length === timeFields && times.every((ticks) => Number.isFinite(ticks))
  return isComplete ? times.reduce((sum, ticks) => sum + ticks, 0) : undefined
}

/** Of `/proc/<pid>/stat`: one letter, `Z` for a process that has ended; undefined for a line that is none. */
export function processState(stat: string): string | undefined {
  return /^ ([A-Za-z])(?: |$)/.exec(stat.slice(stat.lastIndexOf(')') + 1))?.[1]
}

/** Of the same line: the process that started it, or took it over; undefined for a line that is none. */
export function parentOf(stat: string): number | undefined {
  const digits = /^ [A-Za-z] (\d+)(?: |$)/.exec(stat.slice(stat.lastIndexOf(')') + 1))?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Of the same line: the name of the program. */
export function nameOf(stat: string): string {
  return stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
}

const residentField = 24

/** Of the same line: the pages of memory that are there, in bytes. */
export function residentBytes(stat: string): number {
  const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(rest[residentField - 3] ?? 0) * pageBytes
}

const pageBytes = 4096

/** Of `/proc/<pid>/io`: what it has written, to whatever. */
export function writtenBytes(io: string): number {
  return Number(/^wchar: (\d+)$/m.exec(io)?.[1] ?? 0)
}

const bytesPerKb = 1024

/** Of `/proc/meminfo`, in bytes; 0 for what is not named. */
export function memoryBytes(meminfo: string, name: string): number {
  const kb = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(meminfo)?.[1]
  return Number(kb ?? 0) * bytesPerKb
}
