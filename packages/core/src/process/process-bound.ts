/**
 * How many processes and threads one user of a sandbox may have, so that a fork bomb leaves the sandbox in use. Measured in
 * gVisor with a bomb of shells, on two processors that others used too: with 256 of them commands take 0.2 s to 1 s, with
 * 384 some take 20 s, with 512 none is served within minutes, and with 1500 the memory is used up and the sandbox ends. A
 * process of a shell takes 0.65 MB of the sandbox's memory outside its own.
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
