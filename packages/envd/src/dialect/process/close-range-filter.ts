/**
 * A filter of system calls for the processes of a sandbox, for one call: close_range(2) up to UINT_MAX, by which programs close
 * all of their descriptors. gVisor answers EINVAL to a last descriptor above INT_MAX, and GLib, which every desktop program
 * starts others by, gives up on that. The filter answers ENOSYS instead, as kernels before 5.9 do, and callers close their
 * descriptors one by one. Every other call is allowed by its number alone, and gVisor remembers such verdicts.
 */

import type { Instruction } from '@cay/kit/system-call-filter.ts'

/** The same number on every architecture. */
const closeRange = 436
const lastAccepted = 0x7fff_ffff

/** Offsets into `struct seccomp_data`; of the second argument its lower half, which is all that the call reads. */
const places = { call: 0, lastDescriptor: 24 }
const codes = { load: 0x20, whenEqual: 0x15, whenGreater: 0x25, answer: 0x06 }
const verdicts = { allow: 0x7fff_0000, noSuchCall: 0x0005_0000 | 38 }

export const closeRangeFilter: readonly Instruction[] = [
  { code: codes.load, whenTrue: 0, whenFalse: 0, value: places.call },
  { code: codes.whenEqual, whenTrue: 0, whenFalse: 3, value: closeRange },
  { code: codes.load, whenTrue: 0, whenFalse: 0, value: places.lastDescriptor },
  { code: codes.whenGreater, whenTrue: 0, whenFalse: 1, value: lastAccepted },
  { code: codes.answer, whenTrue: 0, whenFalse: 0, value: verdicts.noSuchCall },
  { code: codes.answer, whenTrue: 0, whenFalse: 0, value: verdicts.allow },
]
