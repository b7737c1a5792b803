import { once } from 'node:events'
import { performServerHandshake, type ServerHttp2Stream } from 'node:http2'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { passInterim } from './pass-interim.ts'

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
const settings = Buffer.from('000000040000000000', 'hex')
/** `GET https://x/`, as the first stream. */
const request = Buffer.from('00000601050000000182878441' + '0178', 'hex')

/** A client of a few bytes, so that it can be had not to read, and the stream at the other side. */
async function open(): Promise<{ client: Socket; stream: ServerHttp2Stream }> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  const [socket] = await once(server, 'connection')
  const session = performServerHandshake(socket)
  session.on('error', () => undefined)
  client.write(Buffer.concat([preface, settings, request]))
  const [stream] = await once(session, 'stream')
  stream.on('error', () => undefined)
  return { client, stream }
}

const interim = (step: number) => ({ ':status': 103, link: `</${step}${'y'.repeat(8000)}>` })

async function flood(stream: ServerHttp2Stream, count: number): Promise<void> {
  for (let step = 0; step < count; step++) {
    passInterim(stream, interim(step))
    if (step % 10 === 0) await setImmediate()
  }
}

it('interim answers pass to a client that reads', async () => {
  const { client, stream } = await open()
  let bytes = 0
  client.on('data', (chunk) => {
    bytes += chunk.length
  })
  await flood(stream, 20)
  await expect.poll(() => bytes).toBeGreaterThan(20 * 6000)
})

it('a client that does not read is not sent more and more of them', async () => {
  const { client, stream } = await open()
  client.pause()
  await flood(stream, 5000)
  expect(stream.session?.state.outboundQueueSize).toBeLessThanOrEqual(64)
  stream.respond({ ':status': 200 })
  expect(() => passInterim(stream, interim(0))).not.toThrow()
})
