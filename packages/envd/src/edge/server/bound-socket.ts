/**
 * Binds TCP sockets that leave no room for a listener of another process beside them. Node sets SO_REUSEADDR on each
 * socket that it binds. In gVisor, any user could then bind a more specific address of the same port, or an interface,
 * and would get all new connections. The result is for `server.listen({ fd })`, which does not bind.
 */

import { allAddresses, socketAddress } from '../../dialect/server/socket-address.ts'
import { bind, close, setsockopt, socket } from '../libc.ts'

const streamType = 1
const closeOnExec = 0o2000000
const socketLevel = 1
const options = { reuseAddress: 2, bindToDevice: 25 } as const
const ipv6Level = 41
const ipv6Only = 26

/**
 * Every other bind to the port is refused with EADDRINUSE, on all addresses for `::`, whatever options the other
 * socket has. Throws SystemCallError.
 */
export function bindAlone(address: string, port: number): number {
  return bound(address, port, (fd) => {
    if (address === allAddresses) setsockopt(fd, ipv6Level, ipv6Only, Int32Array.of(0), 4)
  })
}

/**
 * Others may bind the port on other addresses. Nothing is more specific than an address with its interface, so nobody
 * gets connections to this one. Throws SystemCallError.
 */
export function bindToInterface(address: string, port: number, name: string): number {
  return bound(address, port, (fd) => {
    setsockopt(fd, socketLevel, options.reuseAddress, Int32Array.of(1), 4)
    setsockopt(fd, socketLevel, options.bindToDevice, interfaceName(name), interfaceNameBytes)
  })
}

const interfaceNameBytes = 16

function interfaceName(name: string): Int32Array {
  const bytes = new Uint8Array(interfaceNameBytes)
  bytes.set(Buffer.from(name))
  return new Int32Array(bytes.buffer)
}

function bound(address: string, port: number, prepare: (fd: number) => void): number {
  const { family, bytes } = socketAddress(address, port)
  const fd = socket(family, streamType | closeOnExec, 0)
  try {
    prepare(fd)
    bind(fd, bytes, bytes.length)
    return fd
  } catch (error) {
    close(fd)
    throw error
  }
}
