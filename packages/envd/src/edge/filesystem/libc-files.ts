/** File calls of the C library that Node does not offer: those relative to an open directory, and `sendfile`. */

import { constants } from 'node:fs'
import { minusOne } from '../libc.ts'

/** Names and paths are bytes with a terminating NUL, because not every name is valid UTF-8. */
export const openAt = minusOne<[number, Uint8Array, number, number]>(
  'int openat(int directory, const uint8_t *name, int flags, int mode)',
)
export const makeDirectoryAt = minusOne<[number, Uint8Array, number]>(
  'int mkdirat(int directory, const uint8_t *name, int mode)',
)
export const unlinkAt = minusOne<[number, Uint8Array, number]>(
  'int unlinkat(int directory, const uint8_t *name, int flags)',
)
/** Returns the number of bytes filled in; 0 at the end of the directory. */
export const getDirectoryEntries = minusOne<[number, Uint8Array, number]>(
  'intptr_t getdents64(int directory, _Out_ uint8_t *entries, size_t bytes)',
)
export const symlinkAt = minusOne<[Uint8Array, number, Uint8Array]>(
  'int symlinkat(const uint8_t *target, int directory, const uint8_t *name)',
)
export const linkAt = minusOne<[number, Uint8Array, number, Uint8Array, number]>(
  'int linkat(int fromDirectory, const uint8_t *from, int toDirectory, const uint8_t *to, int flags)',
)
/** The mode includes the file type. */
export const makeNodeAt = minusOne<[number, Uint8Array, number, bigint]>(
  'int mknodat(int directory, const uint8_t *name, unsigned int mode, uint64_t device)',
)
export const changeOwnerAt = minusOne<[number, Uint8Array, number, number, number]>(
  'int fchownat(int directory, const uint8_t *name, unsigned int uid, unsigned int gid, int flags)',
)
/** Follows symbolic links, so the name must be known not to be one. */
export const changeModeAt = minusOne<[number, Uint8Array, number, number]>(
  'int fchmodat(int directory, const uint8_t *name, unsigned int mode, int flags)',
)
/** `times` holds seconds and nanoseconds of the last access, then of the last modification. */
export const setTimesAt = minusOne<[number, Uint8Array, BigInt64Array, number]>(
  'int utimensat(int directory, const uint8_t *name, const int64_t *times, int flags)',
)
export const setTimesOf = minusOne<[number, BigInt64Array]>(
  'int futimens(int descriptor, const int64_t *times)',
)

const nsPerSecond = 1_000_000_000n
/** `UTIME_OMIT`. */
const leaveAlone = (1n << 30n) - 2n

/** The argument for the two calls above: it sets the modification time and leaves the access time unchanged. */
export function timesOf(modifiedNs: bigint): BigInt64Array {
  const ns = ((modifiedNs % nsPerSecond) + nsPerSecond) % nsPerSecond
  return BigInt64Array.of(0n, leaveAlone, (modifiedNs - ns) / nsPerSecond, ns)
}

export const mount = minusOne<[string, string, string | null, number, string | null]>(
  'int mount(const char *source, const char *target, const char *type, unsigned long flags, const char *data)',
)
export const unmount = minusOne<[string, number]>('int umount2(const char *target, int flags)')

export const changeDirectory = minusOne<[number]>('int fchdir(int directory)')
/**
 * Copies from the current position of `from` to that of `to`. Returns the number of bytes moved; 0 at the end of the
 * file.
 */
export const sendFile = minusOne<[number, number, null, number]>(
  'intptr_t sendfile(int to, int from, void *offset, size_t bytes)',
)

export const openFlags = {
  /** `O_PATH`: opens a directory as an anchor for relative names, not for reading. */
  path: 0o10_000_000,
  directory: constants.O_DIRECTORY,
  notFollowing: constants.O_NOFOLLOW,
  closeOnExec: 0o2_000_000,
} as const

/** The flag of `unlinkat` for removing a directory. */
export const removeDirectoryFlag = 0x200

/** `AT_SYMLINK_NOFOLLOW`, for calls that would otherwise follow a symbolic link. */
export const notFollowingFlag = 0x100

/** `AT_FDCWD`: relative names start at the current working directory. */
export const workingDirectory = -100
