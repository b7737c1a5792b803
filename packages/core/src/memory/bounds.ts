/**
 * Memory limits of a sandbox. It may use up to `memoryMb`: its processes, files in memory, and the runtime's memory for
 * them (pipes, sockets). Beyond that, its daemon kills selected processes; the kernel's OOM killer, which selects
 * blindly, acts only when the headroom is exhausted too.
 */

const bytesPerMb = 1024 * 1024

/** Memory of the runtime itself before any process runs, and what can be allocated until the daemon has reacted. */
const headroomBaseMb = 96
const headroomShare = 1 / 2
/** The part of the headroom that the daemon may tolerate when killing processes frees no memory. */
const toleratedShare = 1 / 4
/** The part of the headroom that garbage of a checkpoint may take until the runtime has collected it. */
const garbageShare = 1 / 2
/** Part of the runtime's memory is garbage, which it collects only after its heap has doubled. */
const runtimeShare = 1 / 2
const runtimeMbMin = 96
/** A process that holds less is not killed. */
const worthShare = 1 / 128
/** Growth after which another process is killed although the last kill freed no memory. */
const stepShare = 1 / 32

export interface MemoryUse {
  /** All memory visible from inside, including `runtimeBytes`. */
  readonly usedBytes: number
  /** The runtime's own heap. */
  readonly runtimeBytes: number
}

export interface MeasuredMemory extends MemoryUse {
  /** The part of `runtimeBytes` that a checkpoint or a restore has left. */
  readonly garbageBytes: number
}

export interface MemoryBounds extends MemoryUse {
  readonly usedBytesMax: number
  readonly stepBytes: number
  readonly worthBytes: number
  readonly garbageBytesMax: number
}

/** The limit that the node enforces. */
export function nodeLimitMb(memoryMb: number): number {
  return memoryMb + Math.ceil(headroomBaseMb + memoryMb * headroomShare)
}

/** The limits that the daemon enforces. */
export function memoryBounds(memoryMb: number): MemoryBounds {
  const headroomMb = nodeLimitMb(memoryMb) - memoryMb
  return {
    usedBytes: memoryMb * bytesPerMb,
    usedBytesMax: (memoryMb + headroomMb * toleratedShare) * bytesPerMb,
    runtimeBytes: Math.max(runtimeMbMin, memoryMb * runtimeShare) * bytesPerMb,
    stepBytes: memoryMb * stepShare * bytesPerMb,
    worthBytes: memoryMb * worthShare * bytesPerMb,
    garbageBytesMax: headroomMb * garbageShare * bytesPerMb,
  }
}

/**
 * What counts against the limits. Garbage of a checkpoint is not the processes' memory, and the runtime frees it within two
 * minutes. Until then its heap grows to twice what it was when it was last collected, garbage included, so the limit
 * of the heap means nothing, and that of all memory has to hold for what the garbage leaves of the headroom.
 */
export function withoutGarbage(
  { usedBytes, runtimeBytes, garbageBytes }: MeasuredMemory,
  { garbageBytesMax }: MemoryBounds,
): MemoryUse {
  return {
    usedBytes: usedBytes - Math.min(garbageBytes, garbageBytesMax),
    runtimeBytes: Math.max(0, runtimeBytes - 2 * garbageBytes),
  }
}

/** Bytes to be freed; 0 when memory is within the limits. */
export function excessBytes(use: MemoryUse, bounds: MemoryUse): number {
  return Math.max(0, use.usedBytes - bounds.usedBytes, use.runtimeBytes - bounds.runtimeBytes)
}

/**
 * The limits after a kill. Memory that a kill did not free must not cause the next one: files in memory may have no
 * owner, and the runtime collects its garbage later. Further growth causes a kill again.
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
 * Whether twice the growth since the last check would reach the limit: then the next check may be too late, because
 * checks are delayed when many processes run.
 */
export function isImminent(before: MemoryUse, now: MemoryUse, bounds: MemoryUse): boolean {
  const growth = now.usedBytes - before.usedBytes
  return now.usedBytes + 2 * growth > bounds.usedBytes
}

/** An upper bound of the rate at which a sandbox fills memory; measured: 2.4 GB/s by fallocate on two processors. */
const bytesPerMs = 4 * bytesPerMb
const lookMsMin = 20
const lookMsMax = 500

/** Milliseconds in which the limit cannot be reached. */
export function nextPollMs(use: MemoryUse, bounds: MemoryUse): number {
  const slack = Math.min(bounds.usedBytes - use.usedBytes, bounds.runtimeBytes - use.runtimeBytes)
  return Math.min(lookMsMax, Math.max(lookMsMin, slack / bytesPerMs))
}
