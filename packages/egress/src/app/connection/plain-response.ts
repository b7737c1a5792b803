import { once } from 'node:events'
import type { Socket } from 'node:net'
import { bounds } from '../../bounds.ts'

/** An answer of ours in the place of a server's. */
export interface PlainResponse {
  readonly status: keyof typeof reasons
  /** One sentence for a person. */
  readonly text: string
}

const reasons = { 403: 'Forbidden', 421: 'Misdirected Request', 502: 'Bad Gateway' } as const

export function deniedResponse(name: string, rule: string): PlainResponse {
  return { status: 403, text: `This sandbox may not reach ${name}: ${rule}.\n` }
}

/** Answers an HTTP/1 request that goes nowhere. Returns when the client has read it, or had the time to. */
export async function sendPlainResponse(guest: Socket, { status, text }: PlainResponse): Promise<void> {
  const closed = once(guest, 'close', { signal: AbortSignal.timeout(bounds.farewellMsMax) })
  guest.end(
    [
      `HTTP/1.1 ${status} ${reasons[status]}`,
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
