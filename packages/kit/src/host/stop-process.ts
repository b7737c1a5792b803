import { setTimeout as sleep } from 'node:timers/promises'
import { isErrno } from './errno.ts'
import { isAlive, type ProcessIdentity } from './process-identity.ts'

/** Polling interval of a process that is not our child. */
const pollEveryMs = 20

/** After SIGKILL, the kernel may still need a moment. */
const killedMsMax = 10_000

export type StopOutcome = 'was gone' | 'stopped' | 'killed' | 'does not go'

/** Ends a process that need not be our child, by identity and never by name: SIGTERM, then SIGKILL after the grace. */
export async function stopProcess(identity: ProcessIdentity, graceMs: number): Promise<StopOutcome> {
  if (!signalProcess(identity, 'SIGTERM')) return 'was gone'
  if (await isGoneWithin(identity, graceMs)) return 'stopped'
  signalProcess(identity, 'SIGKILL')
  return (await isGoneWithin(identity, killedMsMax)) ? 'killed' : 'does not go'
}

/** Returns false if the process has ended, also between the look and the signal. */
export function signalProcess(identity: ProcessIdentity, name: NodeJS.Signals): boolean {
  if (!isAlive(identity)) return false
  try {
    process.kill(identity.pid, name)
    return true
  } catch (error) {
    if (isErrno(error, 'ESRCH')) return false
    throw error
  }
}

async function isGoneWithin(identity: ProcessIdentity, patienceMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pollEveryMs) {
    if (!isAlive(identity)) return true
    await sleep(pollEveryMs)
  }
  return !isAlive(identity)
}
