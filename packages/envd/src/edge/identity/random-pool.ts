/**
 * Reads random data from the system and reseeds the generators of this process. A restored process continues with the
 * generator state of its checkpoint; the system's generator is the node's and never repeats.
 */

import { randomUUID } from 'node:crypto'
import koffi from 'koffi'
import { minusOne } from '../libc.ts'

/** Node generates UUIDs in batches of this size. */
const cachedUuids = 128

/** A system call instead of a device, because root in the sandbox may have put a pipe in place of `/dev/urandom`. */
const getrandom = minusOne<[Uint8Array, number, number]>(
  'intptr_t getrandom(_Out_ uint8_t *bytes, size_t count, unsigned int flags)',
)

/** OpenSSL is linked into this program; this call makes its generators take new seeds from the system. */
const reseedOpenSsl: () => number = koffi.load(null).func('int RAND_poll()')

/** After this call, `node:crypto` returns no value derived from the earlier state. */
export function reseedOwnGenerators(): void {
  reseedOpenSsl()
  for (let drawn = 0; drawn < cachedUuids; drawn++) randomUUID()
}

/** Returns a version 4 UUID from the system's random data, independent of the state of this process. */
export function systemUuid(): string {
  const bytes = Buffer.alloc(16)
  getrandom(bytes, bytes.length, 0)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
