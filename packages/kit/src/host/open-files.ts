/**
 * How many files and connections this process may have open. A login or a container may have set that far below what a
 * service promises to carry, and whatever opens the last one takes it from all others.
 */

import koffi from 'koffi'
import type { Logger } from '../log.ts'

const openFiles = 7
const libc = koffi.load('libc.so.6')
const getrlimit: (resource: number, limits: BigUint64Array) => number = libc.func(
  'int getrlimit(int resource, uint64_t *limits)',
)
const setrlimit: (resource: number, limits: BigUint64Array) => number = libc.func(
  'int setrlimit(int resource, const uint64_t *limits)',
)

/**
 * Lets every program that is started from here on have so many, should it ask for them: who is not root can take no more
 * than its parent was allowed. Changes nothing where the system refuses, and reports it.
 */
export function raiseOpenFilesHardLimit(required: number): void {
  const limits = new BigUint64Array(2)
  if (getrlimit(openFiles, limits) !== 0) throw new Error('getrlimit failed')
  const [soft = 0n, hard = 0n] = limits
  if (hard < BigInt(required)) setrlimit(openFiles, BigUint64Array.of(soft, BigInt(required)))
}

/** Asks for room for so many, and says how many there can be. Warns when the system gives less; takes none away. */
export function raiseOpenFilesLimit(required: number, log: Pick<Logger, 'warn'>): number {
  const limits = new BigUint64Array(2)
  if (getrlimit(openFiles, limits) !== 0) throw new Error('getrlimit failed')
  const [soft = 0n, hard = 0n] = limits
  const allowed = Number(soft)
  if (allowed >= required) return allowed
  const raised = BigUint64Array.of(BigInt(required), hard > BigInt(required) ? hard : BigInt(required))
  if (setrlimit(openFiles, raised) === 0) return required
  log.warn(
    { event: 'open_files.limited', required, allowed },
    'the limit of open files is too low; fewer connections are accepted',
  )
  return allowed
}
