/** The destination of a redirected connection, from conntrack. */
import type { Socket } from 'node:net'
import { renderAddress } from '@cay/core/egress/ipv4.ts'
import koffi from 'koffi'
import type { Destination } from '../ports/network.ts'

const ipLevel = 0
const originalDestination = 80
const internetFamily = 2
const addressBytes = 16

const getsockopt: (fd: number, level: number, name: number, value: Uint8Array, bytes: Uint32Array) => number =
  koffi
    .load('libc.so.6')
    .func('int getsockopt(int fd, int level, int name, _Out_ uint8_t *value, _Inout_ uint32_t *bytes)')

/** Undefined when the connection was not redirected, or is closed. */
export function readOriginalDestination(socket: Socket): Destination | undefined {
  const fd = descriptorOf(socket)
  if (fd === undefined) return undefined
  const value = Buffer.alloc(addressBytes)
  if (getsockopt(fd, ipLevel, originalDestination, value, Uint32Array.of(addressBytes)) !== 0)
    return undefined
  const family = new Uint16Array(value.buffer, value.byteOffset, 1)[0]
  if (family !== internetFamily) return undefined
  return { address: renderAddress(value.readUInt32BE(4)), port: value.readUInt16BE(2) }
}

/** Node has no public API for the descriptor of a socket. */
function descriptorOf(socket: Socket): number | undefined {
  const handle: unknown = Reflect.get(socket, '_handle')
  const fd: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : undefined
  return typeof fd === 'number' && fd >= 0 ? fd : undefined
}
