/** Parses lines of /proc into numbers. */

/** Clock ticks per second in which the kernel counts processor time; the value is the same on every Linux. */
export const ticksPerSecond = 100

const utimeField = 14
const timeFields = 4

/**
 * Parses `/proc/<pid>/stat`: the processor time in ticks of the process and of the children it has reaped. Returns
 * undefined for a malformed line. The process name is in parentheses and may contain any characters, parentheses
 * included.
 */
export function processTicks(stat: string): number | undefined {
  const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // The third field is the first one after the name.
  const times = rest.slice(utimeField - 3, utimeField - 3 + timeFields).map(Number)
  const isComplete = times.length === timeFields && times.every((ticks) => Number.isFinite(ticks))
  return isComplete ? times.reduce((sum, ticks) => sum + ticks, 0) : undefined
}

/** Parses `/proc/<pid>/stat`: one letter, `Z` for a process that has ended; undefined for a malformed line. */
export function processState(stat: string): string | undefined {
  return /^ ([A-Za-z])(?: |$)/.exec(stat.slice(stat.lastIndexOf(')') + 1))?.[1]
}

/** Parses the same line: the pid of the parent or of the process that adopted it; undefined for a malformed line. */
export function parentOf(stat: string): number | undefined {
  const digits = /^ [A-Za-z] (\d+)(?: |$)/.exec(stat.slice(stat.lastIndexOf(')') + 1))?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Parses the same line: the name of the program. */
export function nameOf(stat: string): string {
  return stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
}

const residentField = 24

/** Parses the same line: the resident memory in bytes. */
export function residentBytes(stat: string): number {
  const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(rest[residentField - 3] ?? 0) * pageBytes
}

const pageBytes = 4096

/** Parses `/proc/<pid>/io`: the bytes that the process has written to any file descriptor. */
export function writtenBytes(io: string): number {
  return Number(/^wchar: (\d+)$/m.exec(io)?.[1] ?? 0)
}

const bytesPerKb = 1024

/** Parses `/proc/meminfo`: a value in bytes; 0 for a name that is not listed. */
export function memoryBytes(meminfo: string, name: string): number {
  const kb = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(meminfo)?.[1]
  return Number(kb ?? 0) * bytesPerKb
}

/**
 * Objects per byte of the runtime's heap. What a checkpoint leaves in it are objects of 37 to 40 bytes; in all that processes
 * were seen to make it keep they have 210 bytes or more on average.
 */
const objectsPerMb = { usual: 5_000, garbage: 26_000 }
const bytesPerMb = 1024 * 1024

export interface RuntimeHeap {
  readonly bytes: number
  /** Estimate of what a checkpoint or a restore has left, which is not collected yet. */
  readonly garbageBytes: number
}

/** Parses `/proc/sentry-meminfo` of gVisor. All 0 for an empty text: there is no such file elsewhere. */
export function runtimeHeap(text: string): RuntimeHeap {
  const allocated = memoryBytes(text, 'HeapAlloc')
  const objects = Number(/^HeapObjects:\s+(\d+)$/m.exec(text)?.[1] ?? 0)
  const surplus = objects - (objectsPerMb.usual * allocated) / bytesPerMb
  return {
    bytes: memoryBytes(text, 'Sys') - memoryBytes(text, 'HeapSys') + allocated,
    garbageBytes: Math.max(0, surplus / (objectsPerMb.garbage - objectsPerMb.usual)) * bytesPerMb,
  }
}
