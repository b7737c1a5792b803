/** Traces of requests into sandboxes, as a collector gets them: the proxy is a process of its own, the orchestrator is this one. */

import { once } from 'node:events'
import { limits } from '@cay/contract/limits.ts'
import { readTracingSettings, startTracing } from '@cay/kit/tracing.ts'
import type { SandboxState } from '@cay/orchestrator/sim/simulated-sandboxes.ts'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Collector, startCollector } from '../support/trace-collector.ts'
import { openProxyWorld, type ProxyWorld } from './proxy-world.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'
const headers = { traceparent: `00-${traceId}-${parentId}-01` }

/** `stop` ends the proxy, which sends what spans there are. */
async function openTraced(): Promise<{ world: ProxyWorld; collector: Collector; stop: () => Promise<void> }> {
  const collector = await startCollector()
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const stopTracing = await startTracing(readTracingSettings(variables), 'orchestrator')
  const world = await openProxyWorld(variables)
  const stop = async () => {
    await world[Symbol.asyncDispose]()
    await stopTracing()
  }
  onTestFinished(async () => {
    await stop()
    await collector.close()
  })
  return { world, collector, stop }
}

/** Beside these there may be questions about sandboxes that the proxy has not heard of. */
function requestsIn({ spans }: Collector) {
  return spans.filter((span) => span.traceId === traceId && span.name === 'GET sandbox')
}

test('a request that resumes a sandbox is one trace with the work of the orchestrator', async () => {
  const { world, collector, stop } = await openTraced()
  const sandbox = world.addSandbox()
  const port = await sandbox.serve((request, response) => response.end(request.headers.traceparent))
  const lifecycle = {
    onTimeout: 'pause',
    filesOnly: false,
    autoResume: true,
    autoResumeSeconds: 300,
  } as const
  const enter = async (phase: SandboxState['phase']) => {
    await world.orchestrator.show(sandbox.id, { phase, lifecycle })
  }
  await enter('paused')
  await world.untilCurrent()
  world.orchestrator.onResume = () => enter('running')
  const answer = await world.request({ sandbox, port, path: '/private?token=x', headers })
  expect(answer.body).toBe(headers.traceparent)
  await stop()
  const ofTrace = collector.spans.filter((span) => span.traceId === traceId)
  const call = 'orchestrator.Orchestrator/ResumeForTraffic'
  const [request] = requestsIn(collector)
  const [asked] = ofTrace.filter(({ name, service }) => name === call && service === 'cay-proxy')
  const [served] = ofTrace.filter(({ name, service }) => name === call && service === 'cay-orchestrator')
  expect(request).toMatchObject({
    service: 'cay-proxy',
    parentSpanId: parentId,
    attributes: { 'http.response.status_code': 200, 'cay.sandbox_id': sandbox.id, 'cay.port': port },
    isFault: false,
  })
  expect(asked?.parentSpanId).toBe(request?.spanId)
  expect(served?.parentSpanId).toBe(asked?.spanId)
  expect(collector.text()).not.toContain('private')
})

test('for envd the path is traced without its query, and a response that fails is an error', async () => {
  const { world, collector, stop } = await openTraced()
  const sandbox = world.addSandbox()
  await sandbox.serve((_, response) => response.writeHead(500).end(), limits.daemonPort)
  await world.request({ sandbox, port: limits.daemonPort, path: '/files?signature=secret', headers })
  await stop()
  expect(requestsIn(collector)).toMatchObject([
    { attributes: { 'url.path': '/files', 'http.response.status_code': 500 }, isFault: true },
  ])
  expect(collector.text()).not.toContain('secret')
})

test('a WebSocket is one span, which ends with it', async () => {
  const { world, collector, stop } = await openTraced()
  const sandbox = world.addSandbox()
  const port = await sandbox.serveWebSockets(() => undefined)
  const client = new WebSocket(`ws://127.0.0.1:${world.proxyPort}`, {
    headers: { ...headers, host: `${port}-${sandbox.id}.localhost` },
  })
  await once(client, 'open')
  client.close()
  await once(client, 'close')
  await stop()
  expect(requestsIn(collector)).toMatchObject([{ attributes: { 'cay.port': port }, isFault: false }])
})
