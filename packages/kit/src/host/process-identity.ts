import { readFileSync } from 'node:fs'

/** A process that cannot be mistaken for a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number
  /** Field 22 of /proc/PID/stat: clock ticks after boot. */
  readonly startTicks: number
}

/** The identity of a living process; undefined when there is none, or only a zombie. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // No such directory: the process is gone.
    return undefined
  }
  // The command name may hold spaces and brackets, so fields are counted after its last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  return { pid, startTicks: Number(fields[19]) }
}

export function isAlive(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startTicks === identity.startTicks
}
