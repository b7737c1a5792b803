/**
 * The maximum number of processes and threads per user of a sandbox, so that the sandbox stays usable during a fork
 * bomb. Measured in gVisor with a bomb of shells, on two shared processors: with 256 processes, commands take 0.2 s to
 * 1 s; with 384, some take 20 s; with 512, none completes within minutes; with 1500, memory is exhausted and the
 * sandbox ends. Each shell process takes 0.65 MB of the sandbox's memory beside its own.
 */

const perProcessor = 128
const perMb = 0.5
const smallest = 64
const greatest = 1000

export function userProcessesMax(resources: {
  readonly cpuCount: number
  readonly memoryMb: number
}): number {
  const fitting = Math.min(resources.cpuCount * perProcessor, resources.memoryMb * perMb, greatest)
  return Math.max(smallest, Math.floor(fitting))
}
