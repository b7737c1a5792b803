import { readFileSync } from 'node:fs'

/** A process that cannot be mistaken for a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number
  /** Field 22 of /proc/PID/stat: clock ticks after boot. */
  readonly startTicks: number
}

/** The identity of a living process; undefined when there is none, or only a zombie. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const fields = readStat(pid)
  return fields === undefined ? undefined : { pid, startTicks: Number(fields[19]) }
}

/** The process that a living process is a child of. */
export function parentOf(pid: number): number | undefined {
  const fields = readStat(pid)
  return fields === undefined ? undefined : Number(fields[1])
}

/** Fields of /proc/PID/stat from the third, the state, on. */
function readStat(pid: number): string[] | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // No such directory: the process is gone.
    return undefined
  }
  // The command name may hold spaces and brackets, so fields are counted after its last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields
}

export function isAlive(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startTicks === identity.startTicks
}

/** Bit of SIGKILL in a mask of signals. */
const killBit = 1 << 8

/**
 * Whether it lives and will run: one that was frozen when it was sent SIGKILL stays until the cgroup v1 freezer thaws it, and
 * dies then before it runs anything. Every thread is sent that signal, so field 31 of /proc/PID/stat has it.
 */
export function canRun(identity: ProcessIdentity): boolean {
  const fields = readStat(identity.pid)
  if (fields === undefined || Number(fields[19]) !== identity.startTicks) return false
  return (Number(fields[28]) & killBit) === 0
}
