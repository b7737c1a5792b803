/** The content of a volume over the link that its node has dialled. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { drainRequest } from '@cay/kit/flow/drain-request.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type LinkedNode, type LinkWorld, startLinkWorld } from './link-world.ts'

let world: LinkWorld
let node: LinkedNode
/** What the node does with a request for content. */
let serve: RequestListener
/** The control process, which passes each request on to the node. It emits `arrived` for each. */
let control: Server
let url: string

beforeAll(async () => {
  world = await startLinkWorld({ patienceMs: 60_000 })
  node = await world.addNode()
  await node.node.orchestrator.close()
  const service = createServer((request, response) => serve(request, response))
  await new Promise<void>((resolve) => service.listen(node.orchestratorSocket, resolve))
  control = createServer((request, response) => {
    control.emit('arrived')
    const { links } = world.replicas[0] ?? { links: undefined }
    const { range } = request.headers
    links
      ?.forwardTo(node.nodeId)(request, response, range === undefined ? {} : { range })
      .catch(() => response.writeHead(503).end())
  })
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(control.address() as AddressInfo).port}/volumecontent/v/file?path=/a`
  closers.push(service, control)
})

const closers: Server[] = []

afterAll(async () => {
  for (const server of closers) {
    server.closeAllConnections()
    server.close()
  }
  await world.stop()
})

test('a body of many megabytes arrives as it was sent, and so does the response', async () => {
  const sent = randomBytes(6 * 1024 * 1024)
  serve = async (request, response) => response.writeHead(201).end(await buffer(request))
  const response = await fetch(url, { method: 'PUT', body: sent })
  expect(response.status).toBe(201)
  expect(Buffer.from(await response.arrayBuffer()).equals(sent)).toBe(true)
})

test('a range and its answer are passed on', async () => {
  serve = (request, response) =>
    response
      .writeHead(206, { 'content-range': 'bytes 1-2/9' })
      .end(`${request.method} ${request.headers.range}`)
  const response = await fetch(url, { headers: { range: 'bytes=1-2' } })
  expect(response.status).toBe(206)
  expect(response.headers.get('content-range')).toBe('bytes 1-2/9')
  expect(await response.text()).toBe('GET bytes=1-2')
})

test('a refusal that comes before the whole body is what the client gets', async () => {
  serve = (request, response) => {
    response.writeHead(507, { 'content-type': 'application/json' }).end('{"code":"volume_full"}')
    drainRequest(request)
  }
  const response = await fetch(url, { method: 'PUT', body: randomBytes(4 * 1024 * 1024) })
  expect(response.status).toBe(507)
  expect(await response.json()).toEqual({ code: 'volume_full' })
})

test('a client that goes away ends the request on the node', async () => {
  const ended = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  serve = (_, response) => {
    response.on('close', () => ended.resolve())
    response.writeHead(200).write('begun')
    begun.resolve()
  }
  const client = new AbortController()
  const response = await fetch(url, { signal: client.signal })
  await begun.promise
  client.abort()
  await ended.promise
  expect(response.status).toBe(200)
})

test('a response that is cut off on the node does not look complete', async () => {
  serve = (_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('only this', () => response.destroy())
  }
  // The end may overtake the head of the response.
  const read = async () => await (await fetch(url)).text()
  await expect(read()).rejects.toThrow()
})

test('a node without a link is told as one that cannot be reached', async () => {
  const other = await startLinkWorld({ discoveryMs: 1 })
  onTestFinished(() => other.stop())
  const forward = other.replicas[0]?.links.forwardTo('nobody')
  await expect(forward?.({} as never, {} as never, {})).rejects.toThrow('no link to node nobody')
})

test('a request that comes to a control process before the node has dialled it gets 503, although calls wait', async () => {
  serve = (_, response) => response.writeHead(200).end('content')
  await node.agent.stop()
  await expect.poll(() => world.replicas[0]?.links.count).toBe(0)
  const early = fetch(url)
  await once(control, 'arrived')
  await node.restart()
  const response = await early
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('content')
})

test('a request whose client leaves while it waits for the node never reaches it', async () => {
  let served = 0
  serve = (_, response) => {
    served += 1
    response.writeHead(200).end('content')
  }
  await node.agent.stop()
  await expect.poll(() => world.replicas[0]?.links.count).toBe(0)
  const client = new AbortController()
  const early = fetch(url, { signal: client.signal })
  await once(control, 'arrived')
  client.abort()
  await expect(early).rejects.toThrow()
  await node.restart()
  expect(await (await fetch(url)).text()).toBe('content')
  expect(served).toBe(1)
})
