/** Whether a machine can be a node of a cluster: the sentence that says why not, or undefined. */

export interface JoiningMachine {
  readonly version: string
  readonly arch: string
  readonly cpuFeatures: readonly string[]
  readonly clockMs: number
}

export interface ClusterTraits {
  readonly version: string
  readonly nowMs: number
  /** Of the machines that are in the cluster; empty: none has told. */
  readonly archs: readonly string[]
  /** What the stored checkpoints of the bundled templates need. */
  readonly cpuFeatures: readonly string[]
}

/** A clock may differ by so much: leases and the lifetimes of certificates and sandboxes depend on it. */
export const clockSkewMsMax = 2_000
/** Of missing features, as many as are named. */
const namedMax = 5

export function refuseMachine(machine: JoiningMachine, cluster: ClusterTraits): string | undefined {
  return refuseVersion(machine, cluster) ?? refuseClock(machine, cluster) ?? refuseProcessor(machine, cluster)
}

/** Neighbouring versions speak with each other: of 0.x those with the same x, from 1.0 on those of one major version or the next. */
function refuseVersion({ version }: JoiningMachine, cluster: ClusterTraits): string | undefined {
  if (isCompatible(version, cluster.version)) return undefined
  return `this machine has Cay ${version}, and the cluster has ${cluster.version}: install that version here`
}

export function isCompatible(one: string, other: string): boolean {
  const [first, second] = [one, other].map((version) => version.split('.').map(Number))
  const [major = 0, minor = 0] = first ?? []
  const [otherMajor = 0, otherMinor = 0] = second ?? []
  if (major === 0 || otherMajor === 0) return major === otherMajor && minor === otherMinor
  return Math.abs(major - otherMajor) <= 1
}

function refuseClock({ clockMs }: JoiningMachine, { nowMs }: ClusterTraits): string | undefined {
  const skewMs = clockMs - nowMs
  if (Math.abs(skewMs) <= clockSkewMsMax) return undefined
  const seconds = (Math.abs(skewMs) / 1000).toFixed(1)
  return `the clock of this machine is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the cluster: synchronise it, with chrony for example`
}

function refuseProcessor(machine: JoiningMachine, { archs, cpuFeatures }: ClusterTraits): string | undefined {
  if (archs.length > 0 && !archs.includes(machine.arch))
    return `this machine has an ${machine.arch} processor, and the cluster runs on ${archs.join(' and ')}: sandboxes could not move between them`
  const own = new Set(machine.cpuFeatures)
  const missing = cpuFeatures.filter((feature) => !own.has(feature))
  if (missing.length === 0) return undefined
  const named = missing.slice(0, namedMax).join(', ')
  const more = missing.length > namedMax ? ` and ${missing.length - namedMax} more` : ''
  return `the processor of this machine lacks ${named}${more}, which the memory of the cluster's templates needs: take a machine with a processor like those of the other nodes`
}
