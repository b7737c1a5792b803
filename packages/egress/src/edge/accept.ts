/**
 * Accepts what waits at a listening socket. Node accepts one connection in each turn of its event loop, so that the queue of
 * the kernel, which all sandboxes share, would stay full while one of them connects again and again.
 */
import { type Server, Socket } from 'node:net'
import { renderAddress } from '@cay/core/egress/ipv4.ts'
import koffi from 'koffi'
import type { Arrival } from '../ports/network.ts'

const internetFamily = 2
const addressBytes = 16
const nonBlocking = 0o4000
const closeOnExec = 0o2000000
const socketLevel = 1
const linger = 13
/** On, for no seconds: a close is a reset. */
const noLinger = Int32Array.of(1, 0)

const libc = koffi.load('libc.so.6')
const accept4: (fd: number, address: Uint8Array, bytes: Uint32Array, flags: number) => number = libc.func(
  'int accept4(int fd, _Out_ uint8_t *address, _Inout_ uint32_t *bytes, int flags)',
)
const setsockopt: (fd: number, level: number, name: number, value: Int32Array, bytes: number) => number =
  libc.func('int setsockopt(int fd, int level, int name, const int *value, uint32_t bytes)')
const close: (fd: number) => number = libc.func('int close(int fd)')

/** At most so many; fewer when no more wait. */
export function acceptWaiting(server: Server, countMax: number): readonly Arrival[] {
  const listening = descriptorOf(server)
  const arrivals: Arrival[] = []
  while (listening !== undefined && arrivals.length < countMax) {
    const address = Buffer.alloc(addressBytes)
    const fd = accept4(listening, address, Uint32Array.of(addressBytes), nonBlocking | closeOnExec)
    if (fd < 0) break
    arrivals.push(arrivalOf(fd, address))
  }
  return arrivals
}

function arrivalOf(fd: number, address: Buffer): Arrival {
  const family = address.readUInt16LE(0)
  return {
    source: family === internetFamily ? renderAddress(address.readUInt32BE(4)) : '',
    open() {
      const socket = new Socket(pausedOn(fd))
      socket.setNoDelay(true)
      return socket
    },
    refuse() {
      setsockopt(fd, socketLevel, linger, noLinger, noLinger.byteLength)
      close(fd)
    },
  }
}

/** As a server with `pauseOnConnect` makes it. */
function pausedOn(fd: number) {
  return { fd, readable: true, writable: true, allowHalfOpen: true, pauseOnCreate: true }
}

/** Node has no public API for it. */
function descriptorOf(server: Server): number | undefined {
  const handle: unknown = Reflect.get(server, '_handle')
  const fd: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : undefined
  return typeof fd === 'number' && fd >= 0 ? fd : undefined
}
