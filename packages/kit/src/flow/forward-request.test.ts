import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import {
  createServer,
  request as httpRequest,
  IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
} from 'node:http'
import { createServer as createTcpServer, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { drainRequest } from './drain-request.ts'
import { forwardRequest } from './forward-request.ts'

/** A server behind two others, as the content of a volume is. Returns its URL. */
async function serve(handle: RequestListener): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'cay-forward-'))
  const paths = [join(directory, 'inner'), join(directory, 'middle')] as const
  const forwarder = (socketPath: string) =>
    createServer((request, response) => {
      forwardRequest({ socketPath, headers: request.headers }, request, response).catch(() => {
        response.writeHead(503).end()
        drainRequest(request)
      })
    })
  const outer = forwarder(paths[1])
  const servers = [createServer(handle).listen(paths[0]), forwarder(paths[0]).listen(paths[1]), outer]
  outer.listen(0, '127.0.0.1')
  await Promise.all(servers.map((server: Server) => server.listening || once(server, 'listening')))
  onTestFinished(async () => {
    for (const server of servers) server.closeAllConnections()
    for (const server of servers) server.close()
    await rm(directory, { recursive: true })
  })
  const address = outer.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

test('who sends a body that is refused gets the refusal, whatever was sent of it', async () => {
  const url = await serve((request, response) => {
    response.writeHead(404).end('no such directory')
    drainRequest(request)
  })
  for (const bytes of [1, 100_000, 8_000_000]) {
    const reply = await fetch(url, { method: 'PUT', body: Buffer.alloc(bytes) })
    expect([reply.status, await reply.text()]).toEqual([404, 'no such directory'])
  }
})

test('a server that refused a body closed its connection while the body came, and the refusal was lost', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cay-forward-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const socketPath = join(directory, 'inner')
  const server = createTcpServer().listen(socketPath)
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'PUT', url: '/' })
  const response = new ServerResponse(request)
  onTestFinished(() => {
    response.emit('close')
    server.close()
  })
  let error: unknown
  forwardRequest({ socketPath, headers: {} }, request, response).catch((cause: unknown) => {
    error = cause
  })
  const [inner]: Socket[] = await once(server, 'connection')
  const [head] = inner === undefined ? [] : await once(inner, 'data')
  inner?.write('HTTP/1.1 100 Continue\r\n\r\n')
  await once(request, 'resume')
  inner?.write('HTTP/1.1 409 Conflict\r\ncontent-length: 0\r\n\r\n')
  // As servers do behind their response.
  if (/^connection: close\r$/im.test(String(head))) inner?.destroy()
  request.push('the body')
  request.push(null)
  await expect.poll(() => error ?? (response.headersSent && response.statusCode)).toBe(409)
})

test('a body that is refused and does not end is cut off', async () => {
  const url = await serve((request, response) => {
    response.writeHead(404).end()
    drainRequest(request)
  })
  const outgoing = httpRequest(url, { method: 'PUT' })
  const closed = new Promise((resolve) => outgoing.on('error', resolve).on('close', resolve))
  const fill = () => {
    while (!outgoing.destroyed && outgoing.write(Buffer.alloc(65_536)));
  }
  outgoing.on('drain', fill)
  fill()
  await closed
})

test('a server that ends before it responds makes the call fail', async () => {
  const url = await serve((request) => void request.socket.destroy())
  expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(503)
})
