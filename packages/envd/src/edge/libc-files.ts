/** The C library's calls for files that Node does not offer: those relative to an open directory, and `sendfile`. */

import { constants } from 'node:fs'
import { minusOne } from './libc.ts'

/** Names and paths are bytes that end with a NUL: not every name is text. */
export const openAt = minusOne<[number, Uint8Array, number, number]>(
  'int openat(int directory, const uint8_t *name, int flags, int mode)',
)
export const makeDirectoryAt = minusOne<[number, Uint8Array, number]>(
  'int mkdirat(int directory, const uint8_t *name, int mode)',
)
export const unlinkAt = minusOne<[number, Uint8Array, number]>(
  'int unlinkat(int directory, const uint8_t *name, int flags)',
)
/** Answers the bytes filled in; 0 at the end of the directory. */
export const getDirectoryEntries = minusOne<[number, Uint8Array, number]>(
  'intptr_t getdents64(int directory, _Out_ uint8_t *entries, size_t bytes)',
)
export const changeDirectory = minusOne<[number]>('int fchdir(int directory)')
/** From the place where `from` stands, to where `to` stands. Answers the bytes moved; 0 at the end of the file. */
export const sendFile = minusOne<[number, number, null, number]>(
  'intptr_t sendfile(int to, int from, void *offset, size_t bytes)',
)

export const openFlags = {
  /** `O_PATH`: to stand in the directory, not to read it. */
  path: 0o10_000_000,
  directory: constants.O_DIRECTORY,
  notFollowing: constants.O_NOFOLLOW,
  closeOnExec: 0o2_000_000,
} as const

/** `unlinkat` of a directory. */
export const removeDirectoryFlag = 0x200

/** The directory that relative names begin at without another one. */
export const workingDirectory = -100
