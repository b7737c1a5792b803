/**
 * Prometheus metrics of a service. Metrics are global to the process, and defined where they are counted. They are served on
 * a port of their own, and only when one is set.
 */
import { subscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'
import manifest from '../package.json' with { type: 'json' }
import { ClientConnections } from './flow/client-connections.ts'
import { gatherMetrics } from './gather-metrics.ts'
import { listMetricsPorts, type MetricsSettings } from './metrics-settings.ts'
import { routeOf } from './request-route.ts'

export { Counter, Gauge, Histogram, register } from 'prom-client'

/** Connections to the port: collectors are few. */
const connectionsMax = 256
const idleMsMax = 60_000

/** Seconds, from a response out of memory to a snapshot on a slow disk. */
export const durationBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]

export interface MetricsServer {
  readonly url: string
  close(): Promise<void>
}

/** Rejects when the port cannot be bound. */
export async function serveMetrics({
  bind,
  port,
  service,
}: MetricsSettings & { port: number; service: string }): Promise<MetricsServer> {
  collectDefaultMetrics()
  describeBuild()
  const host = bind.includes(':') ? `[${bind}]` : bind
  const peers = listMetricsPorts(service, port)
    .filter((peer) => peer.service !== service)
    .map((peer) => ({ service: peer.service, url: `http://${host}:${peer.port}/metrics` }))
  const read: Readonly<Record<string, () => Promise<string>>> = {
    '/metrics': () => register.metrics(),
    '/metrics/all': async () => gatherMetrics(peers, { service, text: await register.metrics() }),
  }
  const server = createServer((request, response) => void answer(read, request, response))
  measureRequests(server)
  const connections = new ClientConnections({ listener: 'metrics', connectionsMax, idleMsMax })
  const closed = new AbortController()
  connections.watch(closed.signal)
  server.maxConnections = connectionsMax
  server.on('connection', (socket) => connections.admit(socket))
  server.listen(port, bind)
  await once(server, 'listening')
  return {
    url: `http://${host}:${port}/metrics`,
    close: async () => {
      const isClosed = once(server, 'close')
      closed.abort()
      server.close()
      server.closeAllConnections()
      await isClosed
    },
  }
}

async function answer(
  readers: Readonly<Record<string, () => Promise<string>>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const read = readers[request.url?.split('?')[0] ?? '']
  if (request.method !== 'GET' || read === undefined) {
    response.writeHead(404).end()
    return
  }
  try {
    const text = await read()
    response.writeHead(200, { 'content-type': register.contentType }).end(text)
  } catch {
    // A metric that cannot be read now may be there at the next scrape.
    response.writeHead(500).end()
  }
}

/** The version is that of the program: a label, because a metric is a number. */
function describeBuild(): void {
  const info = new Gauge({
    name: 'cay_build_info',
    help: 'Always 1; the labels say which version runs, and on which version of Node.js',
    labelNames: ['version', 'node'],
  })
  info.set({ version: manifest.version, node: process.versions.node }, 1)
}

/** Every HTTP request that the process answers, except scrapes: its status and duration. */
function measureRequests(own: Server): void {
  const seconds = new Histogram({
    name: 'cay_http_request_seconds',
    help: 'HTTP requests by route, method and status, from the request head to the end of the response',
    labelNames: ['route', 'method', 'status'],
    buckets: durationBuckets,
  })
  const begun = new WeakMap<object, number>()
  subscribe('http.server.request.start', (message) => {
    const { request, server } = message as { request: object; server: Server }
    if (server !== own) begun.set(request, performance.now())
  })
  subscribe('http.server.response.finish', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const beganAt = begun.get(request)
    if (beganAt !== undefined)
      seconds.observe(
        { route: routeOf(request) ?? 'other', method: request.method ?? '', status: response.statusCode },
        (performance.now() - beganAt) / 1000,
      )
  })
}
