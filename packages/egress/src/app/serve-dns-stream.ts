import { bounds } from '../bounds.ts'
import { answerMessage } from './answer-question.ts'
import type { Connection } from './connection.ts'
import type { Gate } from './gate.ts'
import type { Sandbox } from './sandbox.ts'

/** DNS over TCP: questions one after another, each led by its length. Returns when the client has ended. */
export async function serveDnsStream(gate: Gate, sandbox: Sandbox, { guest }: Connection): Promise<void> {
  guest.setTimeout(bounds.dnsIdleMsMax, () => guest.destroy())
  let received: Buffer = Buffer.alloc(0)
  for await (const chunk of guest.iterator({ destroyOnReturn: false })) {
    received = Buffer.concat([received, chunk])
    for (let bytes = firstMessage(received); bytes !== undefined; bytes = firstMessage(received)) {
      received = received.subarray(2 + bytes.length)
      const answer = await answerMessage(gate, sandbox, { bytes, via: 'stream' })
      if (answer === undefined) return
      guest.write(Buffer.concat([lengthOf(answer), answer]))
    }
  }
  guest.end()
  await new Promise((resolve) => guest.once('close', resolve))
}

/** Its length has two bytes, so that what is held is bounded. */
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
