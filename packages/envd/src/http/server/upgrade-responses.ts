/** Responses to requests for an upgrade, on the connection itself. */

import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

export function switchProtocols(caller: Duplex, protocol: string): void {
  caller.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${protocol}\r\n\r\n`)
}

/** Refuses as other routes do, and closes the connection. */
export function respondToUpgrade(caller: Duplex, status: number, message: string): void {
  const body = JSON.stringify({ code: status, message })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  caller.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
