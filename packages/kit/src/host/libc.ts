/**
 * The C library, called in this process through koffi: how a call is declared, and the calls that start programs. Each throws
 * `SystemCallError` with the errno's name.
 */

import { getSystemErrorMap } from 'node:util'
import koffi from 'koffi'

/** An address in this process. Koffi gives and takes it as a bigint. */
export type Pointer = bigint

const errnoNames = new Map(Object.entries(koffi.os.errno).map(([name, errno]) => [errno, name]))

export class SystemCallError extends Error {
  /** `ENOENT`, as Node's own errors have it. */
  readonly code: string
  readonly errno: number

  constructor(call: string, errno: number) {
    super(`${call}: ${getSystemErrorMap().get(-errno)?.[1] ?? `error ${errno}`}`)
    this.name = 'SystemCallError'
    this.code = errnoNames.get(errno) ?? `E${errno}`
    this.errno = errno
  }
}

export const lib = koffi.load('libc.so.6')

/** Declares a call that answers -1 and sets errno when it fails. */
export function minusOne<A extends unknown[]>(declaration: string): (...args: A) => number {
  const raw: (...args: A) => number = lib.func(declaration)
  const name = callName(declaration)
  return (...args) => {
    const answer = raw(...args)
    if (answer < 0) throw new SystemCallError(name, koffi.errno())
    return answer
  }
}

/** Declares a call whose answer is the caller's to judge, because its failures are too many, or no failures, for errors. */
export function asAnswered<A extends unknown[]>(declaration: string): (...args: A) => number {
  return lib.func(declaration)
}

/** Declares a call that answers the errno itself, or 0. */
export function errnoAnswer<A extends unknown[]>(declaration: string): (...args: A) => void {
  const raw: (...args: A) => number = lib.func(declaration)
  const name = callName(declaration)
  return (...args) => {
    const errno = raw(...args)
    if (errno !== 0) throw new SystemCallError(name, errno)
  }
}

type Answered = (failure: unknown, answer: number) => void

/** The same in a thread of its own: the event loop goes on meanwhile. What it writes to is written when it is over. */
export function asyncErrnoAnswer<A extends unknown[]>(declaration: string) {
  const raw: { async(...args: [...A, Answered]): void } = lib.func(declaration)
  const name = callName(declaration)
  return (...args: A): Promise<void> =>
    new Promise((resolve, reject) => {
      raw.async(...args, (failure, errno) => {
        if (failure !== null && failure !== undefined) reject(failure)
        else if (errno !== 0) reject(new SystemCallError(name, errno))
        else resolve()
      })
    })
}

function callName(declaration: string): string {
  return /(\w+)\s*\(/.exec(declaration)?.[1] ?? declaration
}

/** Memory outside the JavaScript heap that is never freed: for the few blocks that live as long as the process. */
export function allocateForever(bytes: number): Pointer {
  return koffi.alloc('char', bytes)
}

/** The bytes of such memory, to be read and written in place. */
export function bytesAt(pointer: Pointer, bytes: number): DataView {
  return new DataView(koffi.view(pointer, bytes))
}

/** Its address as a number, as structures in memory hold it. */
export function addressOf(pointer: Pointer): bigint {
  return koffi.address(pointer)
}

export const pipe2 = minusOne<[Int32Array, number]>('int pipe2(_Out_ int *fds, int flags)')
/** Answers 0 when there are children and none has changed; fails with ECHILD when there are none. */
export const waitpid = minusOne<[number, Int32Array, number]>(
  'int waitpid(int pid, _Out_ int *status, int options)',
)

export const spawnCalls = {
  attributesInit: errnoAnswer<[Pointer]>('int posix_spawnattr_init(void *attributes)'),
  setFlags: errnoAnswer<[Pointer, number]>('int posix_spawnattr_setflags(void *attributes, short flags)'),
  setDefaultSignals: errnoAnswer<[Pointer, Pointer]>(
    'int posix_spawnattr_setsigdefault(void *attributes, const void *set)',
  ),
  setSignalMask: errnoAnswer<[Pointer, Pointer]>(
    'int posix_spawnattr_setsigmask(void *attributes, const void *set)',
  ),
  actionsInit: errnoAnswer<[Pointer]>('int posix_spawn_file_actions_init(void *actions)'),
  actionsDestroy: errnoAnswer<[Pointer]>('int posix_spawn_file_actions_destroy(void *actions)'),
  addDup2: errnoAnswer<[Pointer, number, number]>(
    'int posix_spawn_file_actions_adddup2(void *actions, int from, int to)',
  ),
  addOpen: errnoAnswer<[Pointer, number, string, number, number]>(
    'int posix_spawn_file_actions_addopen(void *actions, int fd, const char *path, int flags, int mode)',
  ),
  addCloseFrom: errnoAnswer<[Pointer, number]>(
    'int posix_spawn_file_actions_addclosefrom_np(void *actions, int from)',
  ),
  spawn: errnoAnswer<
    [Int32Array, string, Pointer, Pointer, readonly (string | null)[], readonly (string | null)[]]
  >(
    'int posix_spawn(_Out_ int *pid, const char *path, const void *actions, const void *attributes, const char **argv, const char **envp)',
  ),
} as const

export const signalSets = {
  fill: minusOne<[Pointer]>('int sigfillset(void *set)'),
  empty: minusOne<[Pointer]>('int sigemptyset(void *set)'),
} as const
