/** Collectors that take events, refuse them, or go away in the middle. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { makeAuthority, openIssuer } from '@cay/kit/certificates/issue.ts'
import { createLogger } from '@cay/kit/log.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ExportedEvent } from '../../ports/event.ts'
import { createOtlpExport } from './send-otlp-logs.ts'
import { createSyslogExport } from './send-syslog.ts'

const never = new AbortController().signal
const event: ExportedEvent = {
  ...{ number: 1, atMs: 1, teamId: null, kind: 'createTeam', actor: 'admin', keyId: null, sandboxId: null },
  ...{ subject: 't', outcome: 'done', status: 201, reason: null, seq: 1, hash: 'h' },
}
const events = [event, { ...event, number: 2 }]

async function portOf(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Takes what is sent until the sender has ended, and closes then. */
function collecting(texts: string[]) {
  return async (socket: Socket) => {
    socket.on('error', () => undefined)
    texts.push(Buffer.concat(await Array.fromAsync(socket)).toString())
    socket.end()
  }
}

/** The messages of a stream, by their lengths. */
function readFrames(text: string): string[] {
  const frames: string[] = []
  for (let rest = text; rest !== ''; ) {
    const [, length = ''] = /^(\d+) /.exec(rest) ?? []
    const start = length.length + 1
    frames.push(rest.slice(start, start + Number(length)))
    rest = rest.slice(start + Number(length))
  }
  return frames
}

test('a syslog server gets each event in a frame, and the batch counts when the server has closed', async () => {
  const texts: string[] = []
  const port = await portOf(createServer({ allowHalfOpen: true }, collecting(texts)))
  await createSyslogExport({ protocol: 'tcp', host: '127.0.0.1', port }, 'host').send(events, never)
  const frames = readFrames(texts.join(''))
  expect(frames).toHaveLength(2)
  expect(frames[1]).toMatch(/^<110>1 .* host cay - createTeam - \{"number":2,/)
})

test('over TLS the certificate has to be of the name and of a trusted authority', async () => {
  const authority = await makeAuthority('Test', { nowMs: Date.now(), days: 1 })
  const leaf = await (await openIssuer(authority)).issue({ names: ['localhost'], nowMs: Date.now(), days: 1 })
  const texts: string[] = []
  const options = { cert: leaf.certificate, key: leaf.key, allowHalfOpen: true }
  const port = await portOf(createTlsServer(options, collecting(texts)))
  const send = (host: string, certificates?: readonly string[]) =>
    createSyslogExport({ protocol: 'tls', host, port }, 'host', certificates).send(events, never)
  await send('localhost', [authority.certificate])
  expect(readFrames(texts.join(''))).toHaveLength(2)
  await expect(send('127.0.0.1', [authority.certificate])).rejects.toThrow()
  await expect(send('localhost')).rejects.toThrow()
})

test('a batch does not count when the server resets the connection, or is not there', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.resetAndDestroy())
  })
  const exportTo = (port: number) =>
    createSyslogExport({ protocol: 'tcp', host: '127.0.0.1', port }, 'host').send(events, never)
  await expect(exportTo(await portOf(server))).rejects.toThrow()
  // No port that was closed just now: the kernel may have given it to another server.
  await expect(exportTo(1)).rejects.toThrow(/ECONNREFUSED/)
})

test('an export that is stopped does not wait for a server that is silent', async () => {
  const reached = Promise.withResolvers<void>()
  const sockets: Socket[] = []
  const port = await portOf(
    createServer({ allowHalfOpen: true }, (socket) => {
      sockets.push(socket.on('error', () => undefined))
      reached.resolve()
    }),
  )
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  const stopping = new AbortController()
  const syslog = createSyslogExport({ protocol: 'tcp', host: '127.0.0.1', port }, 'host')
  const sent = expect(syslog.send(events, stopping.signal)).rejects.toThrow(/stopped/)
  await reached.promise
  stopping.abort()
  await sent
})

test('over UDP each event is a datagram', async () => {
  const server = createSocket('udp4').bind(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const texts: string[] = []
  server.on('message', (text) => texts.push(String(text)))
  await createSyslogExport({ protocol: 'udp', host: '127.0.0.1', port: server.address().port }, 'h').send(
    events,
    never,
  )
  await expect.poll(() => texts.length).toBe(2)
  expect(texts[0]).toMatch(/^<110>1 /)
})

/** A collector of OpenTelemetry; returns its URL. */
async function serveOtlp(answer: () => { status: number; body: string }, seen: unknown[] = []) {
  const server = createHttpServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    seen.push({ path: request.url, token: request.headers['x-token'], body: JSON.parse(body) })
    const { status, body: text } = answer()
    response.writeHead(status, { connection: 'close' }).end(text)
  })
  return `http://127.0.0.1:${await portOf(server)}/v1/logs`
}

test('a collector gets the events with the headers of the operator', async () => {
  const seen: unknown[] = []
  const url = await serveOtlp(() => ({ status: 200, body: '{}' }), seen)
  const log = createLogger('control', 'silent')
  await createOtlpExport({ url, headers: { 'x-token': 'secret' } }, log).send(events, never)
  expect(seen).toMatchObject([{ path: '/v1/logs', token: 'secret' }])
})

test('a batch does not count unless the collector says so, and what it did not keep is logged', async () => {
  let answer = { status: 503, body: '' }
  const url = await serveOtlp(() => answer)
  const log = createLogger('control', 'silent')
  const warn = vi.spyOn(log, 'warn')
  const otlp = createOtlpExport({ url, headers: {} }, log)
  await expect(otlp.send(events, never)).rejects.toThrow('the collector answered 503')
  answer = { status: 200, body: '{"partialSuccess":{"rejectedLogRecords":"1"}}' }
  await otlp.send(events, never)
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ event: 'events.export.rejected', count: 1 }),
    expect.any(String),
  )
})

test.each([301, 302, 307])(
  'a redirect with %i does not confirm a batch that its target never got',
  async (status) => {
    const requests: unknown[] = []
    const server = createHttpServer((request, response) => {
      requests.push([request.method, request.url])
      const location = request.url === '/v1/logs' ? { location: '/login' } : {}
      response
        .writeHead(request.url === '/v1/logs' ? status : 200, { ...location, connection: 'close' })
        .end()
      request.resume()
    })
    const url = `http://127.0.0.1:${await portOf(server)}/v1/logs`
    const otlp = createOtlpExport({ url, headers: {} }, createLogger('control', 'silent'))
    await expect(otlp.send(events, never)).rejects.toThrow(`the collector redirects (${status})`)
    expect(requests).toEqual([['POST', '/v1/logs']])
  },
)
