/**
 * How many files and connections this process may have open. A login or a container may have set that far below what a
 * service promises to carry, and whoever takes the last one takes it from everybody.
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
 * than its parent was allowed. Changes nothing where the system refuses; whoever asks then is told.
 */
export function raiseOpenFilesHardLimit(wanted: number): void {
  const limits = new BigUint64Array(2)
  if (getrlimit(openFiles, limits) !== 0) throw new Error('getrlimit failed')
  const [soft = 0n, hard = 0n] = limits
  if (hard < BigInt(wanted)) setrlimit(openFiles, BigUint64Array.of(soft, BigInt(wanted)))
}

/** Asks for room for so many, and says how many there can be. Warns when the system gives less; takes none away. */
export function raiseOpenFilesLimit(wanted: number, log: Pick<Logger, 'warn'>): number {
  const limits = new BigUint64Array(2)
  if (getrlimit(openFiles, limits) !== 0) throw new Error('getrlimit failed')
  const [soft = 0n, hard = 0n] = limits
  const allowed = Number(soft)
  if (allowed >= wanted) return allowed
  const asked = BigUint64Array.of(BigInt(wanted), hard > BigInt(wanted) ? hard : BigInt(wanted))
  if (setrlimit(openFiles, asked) === 0) return wanted
  log.warn(
    { event: 'open_files.limited', requested: wanted, allowed },
    'the limit of open files is too low; fewer connections are accepted',
  )
  return allowed
}
