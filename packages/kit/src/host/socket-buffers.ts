/**
 * Bounds how many bytes of a connection the system holds for it, sent and not received, or received and not read. Left to
 * itself Linux lets that grow to megabytes, which are lost when the connection is reset.
 */
import type { Socket } from 'node:net'
import koffi from 'koffi'

const socketLevel = 1
const sendBuffer = 7
const receiveBuffer = 8

const setsockopt: (fd: number, level: number, name: number, value: Int32Array, bytes: number) => number =
  koffi
    .load('libc.so.6')
    .func('int setsockopt(int fd, int level, int name, const int32_t *value, uint32_t bytes)')

/** A connection that is gone already is left as it is. */
export function limitSendBuffer(socket: Socket, bytes: number): void {
  bound(socket, sendBuffer, bytes)
}

/** As above. */
export function limitReceiveBuffer(socket: Socket, bytes: number): void {
  bound(socket, receiveBuffer, bytes)
}

function bound(socket: Socket, name: number, bytes: number): void {
  const fd = descriptorOf(socket)
  if (fd !== undefined) setsockopt(fd, socketLevel, name, Int32Array.of(bytes), Int32Array.BYTES_PER_ELEMENT)
}

/** Node has no public API for the descriptor of a socket. */
function descriptorOf(socket: Socket): number | undefined {
  const handle: unknown = Reflect.get(socket, '_handle')
  const fd: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : undefined
  return typeof fd === 'number' && fd >= 0 ? fd : undefined
}
