import { once } from 'node:events'
import { createServer } from 'node:http'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect, createSecureContext } from 'node:tls'
import { makeAuthority, openIssuer } from '@cay/kit/certificates/issue.ts'
import { ClientConnections } from '@cay/kit/flow/client-connections.ts'
import { drainRequest } from '@cay/kit/flow/drain-request.ts'
import { createLogger } from '@cay/kit/log.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTlsListener } from './tls-listener.ts'

const idleMs = 1500
const everyMs = 50
const name = 'cay.test'

const plain = createServer((request, response) => {
  if (request.method === 'PUT') {
    response.writeHead(401).end('who are you')
    drainRequest(request)
    return
  }
  const timer = setInterval(() => response.write('.'), everyMs)
  response.once('close', () => clearInterval(timer))
})
let ca: string
let port: number
let close: () => void

beforeAll(async () => {
  plain.listen(0, '127.0.0.1')
  await once(plain, 'listening')
  const life = { nowMs: Date.now(), days: 1 }
  const authority = await makeAuthority('test', life)
  const leaf = await (await openIssuer(authority)).issue({ names: [name], ...life })
  ca = authority.certificate
  const backends = { host: '127.0.0.1', portFor: () => (plain.address() as AddressInfo).port }
  const context = createSecureContext({ cert: leaf.certificate, key: leaf.key })
  const log = createLogger('proxy', 'silent')
  const connections = new ClientConnections({ listener: 'tls', connectionsMax: 100, idleMsMax: idleMs, log })
  const listener = createTlsListener(context, { backends, connections, log, idleMs })
  listener.server.listen(0, '127.0.0.1')
  await once(listener.server, 'listening')
  port = (listener.server.address() as AddressInfo).port
  close = () => {
    listener.server.close()
    listener.abortAll()
  }
})

afterAll(() => {
  close()
  plain.close()
  plain.closeAllConnections()
})

function open(): ClientHttp2Session {
  const socket = connect({ host: '127.0.0.1', port, servername: name, ca, ALPNProtocols: ['h2'] })
  const session = connectHttp2(`https://${name}`, { createConnection: () => socket })
  session.on('error', () => undefined)
  onTestFinished(() => session.destroy())
  return session
}

/** Reads for so long, or until the connection ends. */
async function carryData(forMs: number): Promise<{ lastedMs: number; longestGapMs: number }> {
  const stream = open().request({ ':path': '/' })
  const beganAtMs = performance.now()
  let lastAtMs = beganAtMs
  let longestGapMs = 0
  const note = () => {
    const nowMs = performance.now()
    longestGapMs = Math.max(longestGapMs, nowMs - lastAtMs)
    lastAtMs = nowMs
  }
  const ended = new Promise<void>((resolve) => {
    stream.on('data', () => {
      note()
      if (lastAtMs - beganAtMs >= forMs) stream.close()
    })
    stream.on('error', () => undefined).once('close', resolve)
  })
  await ended
  const lastedMs = lastAtMs - beganAtMs
  note()
  return { lastedMs, longestGapMs }
}

describe('an HTTP/2 connection', () => {
  it('stays open while it carries data', async () => {
    let { lastedMs, longestGapMs } = await carryData(2 * idleMs)
    // On a busy machine the data may have been late.
    while (lastedMs < 2 * idleMs && longestGapMs > idleMs / 2)
      ({ lastedMs, longestGapMs } = await carryData(2 * idleMs))
    expect(lastedMs).toBeGreaterThanOrEqual(2 * idleMs)
  })

  it('was reset in place of the response that refused a large body', async () => {
    const session = open()
    for (let count = 0; count < 10; count++) {
      const stream = session.request({ ':path': '/', ':method': 'PUT' })
      const closed = once(stream, 'close')
      stream.end(Buffer.alloc(4_000_000))
      const [headers] = await once(stream, 'response')
      expect([headers[':status'], await text(stream)]).toEqual([401, 'who are you'])
      await closed
    }
  })

  it('is reset when it has been idle for a while', async () => {
    const session = open()
    await once(session, 'connect')
    await new Promise((resolve) => session.once('close', resolve))
  })
})
