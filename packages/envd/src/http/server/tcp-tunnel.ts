/**
 * GET /tcp?host=HOST&port=PORT with `Upgrade: cay-tcp`: connects from within the sandbox, and after the 101 response the connection of
 * the caller carries that one in frames, so that each direction ends by itself (core/tunnel/tcp-frames.ts). A caller without the access
 * token has no upgrade: its request is refused as any other.
 */

import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { tcpTunnel } from '@cay/contract/names.ts'
import { carryTcp } from '@cay/kit/flow/carry-tcp.ts'
import { respondToUpgrade, switchProtocols } from './upgrade-responses.ts'

/** Limit of concurrent connections. */
const connectionsMax = 1024
const hostLettersMax = 255

export function isTunnelRequest({ url, headers }: IncomingMessage): boolean {
  return url?.split('?')[0] === tcpTunnel.path && headers.upgrade?.toLowerCase() === tcpTunnel.protocol
}

/** Returns what serves an upgrade. */
export function tcpTunnels(): (request: IncomingMessage, caller: Duplex, head: Buffer) => void {
  let open = 0
  return (request, caller, head) => {
    const target = targetOf(request)
    if (target === undefined) return respondToUpgrade(caller, 400, 'host or port is missing or invalid')
    if (open >= connectionsMax)
      return respondToUpgrade(caller, 429, `more than ${connectionsMax} connections are forwarded`)
    open += 1
    caller.once('close', () => {
      open -= 1
    })
    dial(target, caller, head)
  }
}

interface TcpAddress {
  readonly host: string
  readonly port: number
}

function targetOf({ url }: IncomingMessage): TcpAddress | undefined {
  const query = new URLSearchParams(url?.split('?')[1])
  const host = query.get('host') ?? ''
  const port = Number(query.get('port') ?? '')
  const isValid =
    host !== '' &&
    host.length <= hostLettersMax &&
    !host.includes('\0') &&
    Number.isInteger(port) &&
    port > 0 &&
    port <= 65_535
  return isValid ? { host, port } : undefined
}

function dial({ host, port }: TcpAddress, caller: Duplex, head: Buffer): void {
  const guest = connect({ host, port, noDelay: true, allowHalfOpen: true })
  const leave = () => void guest.destroy()
  const onError = (error: Error) => {
    caller.off('close', leave)
    respondToUpgrade(caller, 502, error.message)
  }
  caller.once('close', leave)
  guest.once('error', onError)
  guest.once('connect', () => {
    caller.off('close', leave)
    switchProtocols(caller, tcpTunnel.protocol)
    if (head.length > 0) caller.unshift(head)
    // Whichever side broke, the other is told; nobody else is to know.
    carryTcp(caller, guest).catch(() => undefined)
    guest.off('error', onError)
  })
}
