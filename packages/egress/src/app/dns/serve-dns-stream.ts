import { once } from 'node:events'
import { bounds } from '../../bounds.ts'
import type { Flow } from '../connection/flow.ts'
import { answerDnsQuery } from './answer-dns-query.ts'

/**
 * DNS over TCP: queries one after another, each behind its length. The next one is read when the client has taken the
 * response. Returns when the client has closed; throws when the connection breaks.
 */
export async function serveDnsStream({ context, sandbox, connection }: Flow): Promise<void> {
  const { guest, signal } = connection
  guest.setTimeout(bounds.dnsIdleMsMax, () => guest.destroy())
  let received: Buffer = Buffer.alloc(0)
  for await (const chunk of guest.iterator({ destroyOnReturn: false })) {
    received = Buffer.concat([received, chunk])
    for (let bytes = firstMessage(received); bytes !== undefined; bytes = firstMessage(received)) {
      received = received.subarray(2 + bytes.length)
      // A chunk holds thousands of queries that are refused without waiting for anything.
      await context.turns.wait(sandbox.party)
      context.turns.charge(sandbox.party, bounds.queryMs)
      const answer = await answerDnsQuery(context, sandbox, { bytes, via: 'stream' })
      if (answer === undefined) return
      const isTaken = guest.write(Buffer.concat([lengthOf(answer), answer]))
      if (!isTaken) await once(guest, 'drain', { signal })
    }
  }
  guest.end()
  if (!guest.closed) await once(guest, 'close')
}

/** The length prefix has two bytes, which bounds what is buffered. */
function firstMessage(received: Buffer): Buffer | undefined {
  if (received.length < 2) return undefined
  const length = received.readUInt16BE(0)
  return received.length < 2 + length ? undefined : received.subarray(2, 2 + length)
}

function lengthOf(message: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(message.length)
  return length
}
