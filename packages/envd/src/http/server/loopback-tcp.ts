/**
 * GET /loopback-tcp?port=PORT with `Upgrade: tcp`: connects the proxy to a server that listens only on the sandbox's
 * loopback interface. After the 101 response, the connection carries that server's bytes. No token is required: a
 * client inside the sandbox can reach the loopback interface anyway, and the proxy never forwards requests from
 * outside to this path.
 */

import type { IncomingMessage, Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { limits } from '@cay/contract/limits.ts'
import { loopbackTcp } from '@cay/contract/names.ts'
import type { RequestCounter } from './request-counter.ts'

/** Limit of concurrent connections; the proxy has a limit of its own. */
const connectionsMax = 1024
/** A connection attempt on loopback succeeds or fails immediately, so the addresses are tried in turn. */
const addresses = ['127.0.0.1', '::1'] as const

export function isLoopbackRequest({ url, headers }: IncomingMessage): boolean {
  return url?.split('?')[0] === loopbackTcp.path && headers.upgrade?.toLowerCase() === loopbackTcp.protocol
}

export function tunnelLoopback(server: Server, requests: RequestCounter): void {
  let open = 0
  server.on('upgrade', (request: IncomingMessage, caller: Duplex, head: Buffer) => {
    caller.on('error', () => caller.destroy())
    const port = Number(new URLSearchParams(request.url?.split('?')[1]).get('port') ?? '')
    const isPort = Number.isInteger(port) && port > 0 && port <= 65_535
    // The daemon's own port is reached directly, subject to the proxy's rules for it.
    if (!isPort || port === limits.daemonPort || open >= connectionsMax)
      return refuse(caller, '400 Bad Request')
    open += 1
    requests.count(caller)
    caller.once('close', () => {
      open -= 1
    })
    dial(port, addresses, (guest) => {
      if (guest === undefined) refuse(caller, '502 Bad Gateway')
      else join(caller, guest, head)
    })
  })
}

/** Tries one address after another; passes undefined if no server listens. */
function dial(
  port: number,
  [host, ...others]: readonly string[],
  onAnswer: (guest: Socket | undefined) => void,
): void {
  if (host === undefined) {
    onAnswer(undefined)
    return
  }
  const guest = connect({ host, port, noDelay: true, allowHalfOpen: true })
  const onError = () => dial(port, others, onAnswer)
  guest.once('error', onError)
  guest.once('connect', () => {
    guest.off('error', onError)
    onAnswer(guest)
  })
}

/** If one side breaks, the other is broken too; a side that has only ended may still receive. */
function join(caller: Duplex, guest: Socket, head: Buffer): void {
  guest.on('error', () => caller.destroy())
  guest.once('close', () => caller.destroy())
  caller.once('close', () => guest.resetAndDestroy())
  if (caller.destroyed) return void guest.destroy()
  caller.write(
    `HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${loopbackTcp.protocol}\r\n\r\n`,
  )
  if (head.length > 0) guest.write(head)
  guest.pipe(caller)
  caller.pipe(guest)
}

function refuse(caller: Duplex, status: string): void {
  caller.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
