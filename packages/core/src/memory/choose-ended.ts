/**
 * Whom to end when memory is used up: those who hold most of it. Some of it has a holder, the rest is apportioned: what the
 * runtime keeps to those who have pipes and sockets, and what nobody owns (files in memory) to those who have written most.
 */

export interface HeldMemory {
  readonly pid: number
  readonly name: string
  readonly residentBytes: number
  /** Files without a name, by what they are told apart by. */
  readonly files: readonly { readonly id: string; readonly bytes: number }[]
  /** Descriptors of pipes and sockets. */
  readonly buffers: number
  /** Since it began. */
  readonly writtenBytes: number
}

export interface Shortage {
  /** To be given back. */
  readonly excessBytes: number
  readonly usedBytes: number
  readonly runtimeBytes: number
  /** Of file systems in memory, whoever wrote them. */
  readonly mountedBytes: number
  /** Whoever holds less is not ended: it would not help. */
  readonly worthBytes: number
}

export interface Ended {
  readonly pid: number
  readonly name: string
  /** As far as it can be told. */
  readonly heldBytes: number
}

/** The runtime's own without anybody's buffers. */
const runtimeBaseBytes = 32 * 1024 * 1024
/** What one descriptor can make the runtime keep, at most. */
const bufferBytesMax = 8 * 1024 * 1024

/** The largest first, as many as are needed; whoever shares a file without a name with one of them is ended too. */
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

/** A file without a name is there until the last of its holders has ended. */
function sharersOf({ files, residentBytes }: HeldMemory, processes: readonly HeldMemory[]): HeldMemory[] {
  const large = new Set(files.filter(({ bytes }) => bytes > residentBytes).map(({ id }) => id))
  if (large.size === 0) return []
  return processes.filter((one) => one.files.some(({ id }) => large.has(id)))
}
