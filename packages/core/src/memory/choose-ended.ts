/**
 * Selects the processes to kill when memory is exhausted: those that hold most of it. Memory without a known holder is
 * apportioned: the runtime's memory to processes with pipes and sockets, and unowned memory (files in memory) to the
 * processes that have written most.
 */

export interface HeldMemory {
  readonly pid: number
  readonly name: string
  readonly residentBytes: number
  /** Unlinked files, with an id that identifies each of them. */
  readonly files: readonly { readonly id: string; readonly bytes: number }[]
  /** Number of descriptors of pipes and sockets. */
  readonly buffers: number
  /** Bytes written since the process started. */
  readonly writtenBytes: number
}

export interface Shortage {
  /** Bytes to be freed. */
  readonly excessBytes: number
  readonly usedBytes: number
  readonly runtimeBytes: number
  /** Bytes in in-memory file systems, whichever process wrote them. */
  readonly mountedBytes: number
  /** Processes that hold less are not killed, because it would not help. */
  readonly worthBytes: number
}

export interface Ended {
  readonly pid: number
  readonly name: string
  /** An estimate. */
  readonly heldBytes: number
}

/** The runtime's own memory without any buffers. */
const runtimeBaseBytes = 32 * 1024 * 1024
/** The maximum memory of the runtime per descriptor. */
const bufferBytesMax = 8 * 1024 * 1024

/**
 * The largest processes first, as many as needed; processes that share an unlinked file with one of them are killed
 * too.
 */
export function chooseEnded(processes: readonly HeldMemory[], shortage: Shortage): Ended[] {
  const ranked = rank(processes, shortage)
  const chosen = new Map<number, Ended>()
  let freed = 0
  for (const { process, heldBytes } of ranked) {
    if (freed >= shortage.excessBytes && chosen.size > 0) break
    if (chosen.has(process.pid)) continue
    freed += heldBytes
    for (const one of [process, ...sharersOf(process, processes)])
      if (!chosen.has(one.pid)) chosen.set(one.pid, { pid: one.pid, name: one.name, heldBytes })
  }
  return [...chosen.values()]
}

function rank(processes: readonly HeldMemory[], shortage: Shortage) {
  const sum = (of: (process: HeldMemory) => number) => processes.reduce((total, one) => total + of(one), 0)
  const kept = Math.max(0, shortage.runtimeBytes - runtimeBaseBytes)
  const owned = sum(ownedBytes)
  const nobodys = Math.max(0, shortage.usedBytes - shortage.runtimeBytes - shortage.mountedBytes - owned)
  const buffers = sum((one) => one.buffers)
  const written = sum((one) => one.writtenBytes)
  return processes
    .map((process) => ({
      process,
      heldBytes:
        ownedBytes(process) +
        Math.min(share(kept, process.buffers, buffers), process.buffers * bufferBytesMax) +
        Math.min(share(nobodys, process.writtenBytes, written), process.writtenBytes),
    }))
    .filter(({ heldBytes }) => heldBytes >= shortage.worthBytes)
    .sort((a, b) => b.heldBytes - a.heldBytes || b.process.pid - a.process.pid)
}

function ownedBytes({ residentBytes, files }: HeldMemory): number {
  return files.reduce((total, { bytes }) => total + bytes, residentBytes)
}

function share(whole: number, part: number, parts: number): number {
  return parts === 0 ? 0 : (whole * part) / parts
}

/** An unlinked file exists until its last holder has exited. */
function sharersOf({ files, residentBytes }: HeldMemory, processes: readonly HeldMemory[]): HeldMemory[] {
  const large = new Set(files.filter(({ bytes }) => bytes > residentBytes).map(({ id }) => id))
  if (large.size === 0) return []
  return processes.filter((one) => one.files.some(({ id }) => large.has(id)))
}
