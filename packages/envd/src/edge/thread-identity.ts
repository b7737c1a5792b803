/**
 * Runs a synchronous piece of work with the ids of a user on the calling thread alone, and is root again afterwards.
 * Meant for one thing: a program started meanwhile has these ids as real and effective ones, and exec copies the
 * effective id to the saved one, so it cannot come back. The thread's own saved id stays 0 until the work is done.
 * A process that cannot become root again must not serve anybody: it is aborted.
 */

import { SystemCallError, syscallOfThread, syscallWithArray } from './libc.ts'

export interface Identity {
  readonly uid: number
  readonly gid: number
  /** Supplementary groups, the primary one among them. */
  readonly groups: readonly number[]
}

/** System calls by processor architecture. */
const callNumbers: Readonly<Record<string, { setgroups: number; setresgid: number; setresuid: number }>> = {
  x64: { setgroups: 116, setresgid: 119, setresuid: 117 },
  arm64: { setgroups: 159, setresgid: 149, setresuid: 147 },
}

const numbers = callNumbers[process.arch]
const isRoot = process.getuid?.() === 0

export function withIdentity<T>(identity: Identity, work: () => T): T {
  if (identity.uid === 0 && identity.gid === 0 && !isRoot) return work()
  if (!isRoot) return withOwnIdentity(identity, work)
  if (numbers === undefined) throw new SystemCallError('setresuid', 38)
  try {
    // Groups first: without root's effective id they could not be set. The uid last, for the same reason.
    syscallWithArray(numbers.setgroups, identity.groups.length, Uint32Array.from(identity.groups))
    syscallOfThread(numbers.setresgid, identity.gid, identity.gid, 0)
    syscallOfThread(numbers.setresuid, identity.uid, identity.uid, 0)
    return work()
  } finally {
    becomeRootAgain(numbers)
  }
}

/** Without root there is only one user to be: the one we are. */
function withOwnIdentity<T>(identity: Identity, work: () => T): T {
  if (identity.uid !== process.getuid?.()) throw new SystemCallError('setresuid', 1)
  return work()
}

const noGroups = new Uint32Array(1)

function becomeRootAgain(call: { setgroups: number; setresgid: number; setresuid: number }): void {
  try {
    syscallOfThread(call.setresuid, 0, 0, 0)
    syscallOfThread(call.setresgid, 0, 0, 0)
    syscallWithArray(call.setgroups, 0, noGroups)
  } catch (error) {
    process.stderr.write(`cannot become root again: ${String(error)}\n`)
    process.abort()
  }
}
