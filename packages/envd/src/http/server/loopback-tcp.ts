/**
 * GET /loopback-tcp?port=PORT with `Upgrade: tcp`: connects the proxy to a server that listens only on the sandbox's
 * loopback interface. After the 101 response, the connection carries that server's bytes. No token is required: a
 * client inside the sandbox can reach the loopback interface anyway, and the proxy never forwards requests from
 * outside to this path.
 */

import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { limits } from '@cay/contract/limits.ts'
import { loopbackTcp } from '@cay/contract/names.ts'
import { resetConnection } from '@cay/kit/flow/reset-connection.ts'
import { respondToUpgrade, switchProtocols } from './upgrade-responses.ts'

/** Limit of concurrent connections; the proxy has a limit of its own. */
const connectionsMax = 1024
/** A connection attempt on loopback succeeds or fails immediately, so the addresses are tried in turn. */
const addresses = ['127.0.0.1', '::1'] as const

export function isLoopbackRequest({ url, headers }: IncomingMessage): boolean {
  return url?.split('?')[0] === loopbackTcp.path && headers.upgrade?.toLowerCase() === loopbackTcp.protocol
}

/** Returns what serves an upgrade. */
export function loopbackTunnels(): (request: IncomingMessage, caller: Duplex, head: Buffer) => void {
  let open = 0
  return (request, caller, head) => {
    const port = Number(new URLSearchParams(request.url?.split('?')[1]).get('port') ?? '')
    const isPort = Number.isInteger(port) && port > 0 && port <= 65_535
    // The daemon's own port is reached directly, subject to the proxy's rules for it.
    if (!isPort || port === limits.daemonPort || open >= connectionsMax)
      return respondToUpgrade(caller, 400, 'the port is invalid, or too many connections are open')
    open += 1
    caller.once('close', () => {
      open -= 1
    })
    dial(port, addresses, (guest) => {
      if (guest === undefined) respondToUpgrade(caller, 502, 'no server listens on the port')
      else join(caller, guest, head)
    })
  }
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
  caller.once('close', () => resetConnection(guest))
  if (caller.destroyed) return void guest.destroy()
  switchProtocols(caller, loopbackTcp.protocol)
  if (head.length > 0) guest.write(head)
  guest.pipe(caller)
  caller.pipe(guest)
}
