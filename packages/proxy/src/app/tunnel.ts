import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { responseHeadersToClient } from '@cay/core/routing/forwarded-headers.ts'
import { bounds } from '../bounds.ts'
import type { Client } from './client.ts'

export interface Switched {
  /** The guest's consent. */
  readonly answer: IncomingMessage
  readonly guest: Duplex
  /** What the guest sent behind it. */
  readonly head: Buffer
}

/** After a switch of protocols the two connections are one: bytes and ends of either side go to the other. */
export function openTunnel(client: Client, { answer, guest, head }: Switched): void {
  const { response, socket } = client
  response.detachSocket(socket)
  socket.setTimeout(bounds.idleMsMax, () => socket.resetAndDestroy())
  socket.write(switchHead(answer), 'latin1')
  if (head.length > 0) socket.write(head)
  for (const early of client.takeOver?.() ?? []) guest.write(early)
  guest.once('close', () => {
    // An end of the guest has reached the client through the pipe; anything else is a break.
    if (!guest.readableEnded || guest.errored !== null) socket.resetAndDestroy()
  })
  guest.pipe(socket)
  socket.pipe(guest)
}

function switchHead(answer: IncomingMessage): string {
  const headers = responseHeadersToClient(answer.rawHeaders, { body: 'close', isUpgrade: true })
  let text = `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage ?? ''}\r\n`
  for (let i = 0; i + 1 < headers.length; i += 2) text += `${headers[i]}: ${headers[i + 1]}\r\n`
  return `${text}\r\n`
}
