/**
 * What a sandbox may take of memory, and where that ends. Up to `memoryMb` belongs to it: its processes, files in memory,
 * and what the runtime keeps for them (pipes, sockets). Beyond that its daemon ends processes, of its choice; the kernel,
 * whose choice is blind, does so only when the headroom is used up too.
 */

const bytesPerMb = 1024 * 1024

/** What the runtime itself takes before anybody is in a sandbox, and what can be filled until the daemon has acted. */
const headroomBaseMb = 96
const headroomShare = 1 / 2
/** So much of the headroom is the daemon's to let go by when ending processes brings no relief. */
const toleratedShare = 1 / 4
/** Of what the runtime keeps some is waste that it only collects when it has doubled. */
const runtimeShare = 1 / 2
const runtimeMbMin = 96
/** Whoever holds less is not to blame. */
const worthShare = 1 / 128
/** Growth after which a process is ended again although the last one brought no relief. */
const stepShare = 1 / 32

export interface MemoryUse {
  /** All that can be seen from inside, `runtimeBytes` among it. */
  readonly usedBytes: number
  /** The runtime's own heap. */
  readonly runtimeBytes: number
}

export interface MemoryBounds extends MemoryUse {
  readonly usedBytesMax: number
  readonly stepBytes: number
  readonly worthBytes: number
}

/** Where the node draws the line. */
export function nodeLimitMb(memoryMb: number): number {
  return memoryMb + Math.ceil(headroomBaseMb + memoryMb * headroomShare)
}

/** Where the daemon does. */
export function memoryBounds(memoryMb: number): MemoryBounds {
  const headroomMb = nodeLimitMb(memoryMb) - memoryMb
  return {
    usedBytes: memoryMb * bytesPerMb,
    usedBytesMax: (memoryMb + headroomMb * toleratedShare) * bytesPerMb,
    runtimeBytes: Math.max(runtimeMbMin, memoryMb * runtimeShare) * bytesPerMb,
    stepBytes: memoryMb * stepShare * bytesPerMb,
    worthBytes: memoryMb * worthShare * bytesPerMb,
  }
}

/** Bytes that must be given back; 0 when all is well. */
export function excessBytes(use: MemoryUse, bounds: MemoryUse): number {
  return Math.max(0, use.usedBytes - bounds.usedBytes, use.runtimeBytes - bounds.runtimeBytes)
}

/**
 * The bounds after somebody was ended. What is not given back is no reason to end the next: files in memory may belong to
 * nobody, and what the runtime wastes it collects later. More of it is a reason again.
 */
export function tolerate(use: MemoryUse, bounds: MemoryBounds): MemoryBounds {
  const { stepBytes, usedBytesMax } = bounds
  return {
    ...bounds,
    usedBytes: Math.min(Math.max(bounds.usedBytes, use.usedBytes + stepBytes), usedBytesMax),
    runtimeBytes: Math.max(bounds.runtimeBytes, use.runtimeBytes + stepBytes),
  }
}

/**
 * Whether as much again as came since the last look, twice, would reach the bound: then the next look may come too late.
 * Looks come late where many processes are at work.
 */
export function isImminent(before: MemoryUse, now: MemoryUse, bounds: MemoryUse): boolean {
  const growth = now.usedBytes - before.usedBytes
  return now.usedBytes + 2 * growth > bounds.usedBytes
}

/** How fast a sandbox can fill memory; measured: 2.4 GB a second by fallocate on two processors. */
const bytesPerMs = 4 * bytesPerMb
const lookMsMin = 20
const lookMsMax = 500

/** Milliseconds in which the bound cannot be reached. */
export function nextLookMs(use: MemoryUse, bounds: MemoryUse): number {
  const slack = Math.min(bounds.usedBytes - use.usedBytes, bounds.runtimeBytes - use.runtimeBytes)
  return Math.min(lookMsMax, Math.max(lookMsMin, slack / bytesPerMs))
}
