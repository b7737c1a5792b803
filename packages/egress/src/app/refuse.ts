import { once } from 'node:events'
import type { Socket } from 'node:net'
import { bounds } from '../bounds.ts'

/** Answers an HTTP request that goes nowhere. Returns when the client has read it, or had the time to. */
export async function sendRefusal(guest: Socket, name: string, rule: string): Promise<void> {
  const text = `This sandbox may not reach ${name}: ${rule}.\n`
  const closed = once(guest, 'close', { signal: AbortSignal.timeout(bounds.farewellMsMax) })
  guest.end(
    [
      'HTTP/1.1 403 Forbidden',
      'Content-Type: text/plain; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      'Connection: close',
      '',
      text,
    ].join('\r\n'),
  )
  // What it still sends is read, so that its kernel does not drop our answer.
  guest.resume()
  // Late is no fault: the caller resets what is left.
  await closed.catch(() => undefined)
}
