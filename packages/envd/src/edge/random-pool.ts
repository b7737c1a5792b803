/**
 * Random data of the system, and the generators of this process. A restored process goes on with the generators of its
 * checkpoint; the system's own is the node's and never repeats.
 */

import { randomUUID } from 'node:crypto'
import koffi from 'koffi'
import { minusOne } from './libc.ts'

/** Node draws so many UUIDs at once. */
const cachedUuids = 128

/** The system itself and no device: root of the sandbox may have put a pipe in the place of `/dev/urandom`. */
const getrandom = minusOne<[Uint8Array, number, number]>(
  'intptr_t getrandom(_Out_ uint8_t *bytes, size_t count, unsigned int flags)',
)

/** OpenSSL inside this program: its generators take new seeds of the system. */
const reseedOpenSsl: () => number = koffi.load(null).func('int RAND_poll()')

/** `node:crypto` gives no value of before from now on. */
export function reseedOwnGenerators(): void {
  reseedOpenSsl()
  for (let drawn = 0; drawn < cachedUuids; drawn++) randomUUID()
}

/** A UUID (version 4) of the system's random data, whatever state this process is in. */
export function systemUuid(): string {
  const bytes = Buffer.alloc(16)
  getrandom(bytes, bytes.length, 0)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
