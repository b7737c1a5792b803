/**
 * Prometheus metrics of a service. Metrics are global to the process, and defined where they are counted. They are served on
 * a port of their own, and only when one is set.
 */
import { subscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { collectDefaultMetrics, Histogram, register } from 'prom-client'
import type { MetricsSettings } from './metrics-settings.ts'

export { Counter, Gauge, Histogram, register } from 'prom-client'

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
}: MetricsSettings & { port: number }): Promise<MetricsServer> {
  collectDefaultMetrics()
  const server = createServer((request, response) => void answer(request, response))
  measureRequests(server)
  server.listen(port, bind)
  await once(server, 'listening')
  return {
    url: `http://${bind.includes(':') ? `[${bind}]` : bind}:${port}/metrics`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
    response.writeHead(404).end()
    return
  }
  try {
    const text = await register.metrics()
    response.writeHead(200, { 'content-type': register.contentType }).end(text)
  } catch {
    // A metric that cannot be read now may be there at the next scrape.
    response.writeHead(500).end()
  }
}

/** Every HTTP request that the process answers, except scrapes: its status and duration. */
function measureRequests(own: Server): void {
  const seconds = new Histogram({
    name: 'cay_http_request_seconds',
    help: 'HTTP requests by status, from the request head to the end of the response',
    labelNames: ['status'],
    buckets: durationBuckets,
  })
  const begun = new WeakMap<object, number>()
  subscribe('http.server.request.start', (message) => {
    const { request, server } = message as { request: object; server: Server }
    if (server !== own) begun.set(request, performance.now())
  })
  subscribe('http.server.response.finish', (message) => {
    const { request, response } = message as { request: object; response: ServerResponse }
    const beganAt = begun.get(request)
    if (beganAt !== undefined)
      seconds.observe({ status: response.statusCode }, (performance.now() - beganAt) / 1000)
  })
}
