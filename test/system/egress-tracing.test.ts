import { openSpan, readTracingSettings, startTracing } from '@cay/kit/tracing.ts'
import { connectEgress } from '@cay/orchestrator/edge/network/egress-client.ts'
import { expect, test } from 'vitest'
import { startCollector } from '../support/trace-collector.ts'
import { openEgressWorld } from './egress-world.ts'

test('a connection out of a sandbox is one span of a trace of its own, however much it carries', async () => {
  const collector = await startCollector()
  const settings = readTracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const stop = await startTracing(settings, 'egress')
  try {
    await using world = await openEgressWorld()
    const guest = await world.addGuest()
    const server = await world.listen('203.0.113.9', 22)
    const client = await guest.open('203.0.113.9', 22)
    const peer = await server.next()
    for (let count = 0; count < 100; count++) peer.send('x'.repeat(1000))
    peer.socket.end('secret')
    await client.until(/secret/)
    client.socket.end()
    await peer.ended()
    await world.stop()
    await stop()
    expect(collector.spans).toMatchObject([
      {
        ...{ name: 'connection out of a sandbox', service: 'cay-egress', parentSpanId: '', isFault: false },
        attributes: {
          'cay.sandbox_id': guest.id,
          'network.peer.address': '203.0.113.9',
          'network.peer.port': 22,
        },
      },
    ])
    expect(collector.text()).not.toContain('secret')
  } finally {
    await stop()
    await collector.close()
  }
})

test('what the node asks of the egress gateway for a request is in its trace, and what it asks by itself in none', async () => {
  const collector = await startCollector()
  const settings = readTracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const stop = await startTracing(settings, 'egress')
  try {
    await using world = await openEgressWorld()
    const guest = await world.addGuest()
    const client = connectEgress(world.socket)
    const span = openSpan('request', { kind: 'server' })
    await span?.within(() => client.resetConnections(guest.id, 0))
    span?.end({})
    await client.resetConnections(guest.id, 0)
    await world.stop()
    await stop()
    const call = 'egress.Egress/ResetConnections'
    const [request] = collector.spans.filter(({ name }) => name === 'request')
    const calls = collector.spans.filter(({ name }) => name === call)
    const asked = calls.find(({ parentSpanId }) => parentSpanId === request?.spanId)
    expect(asked).toMatchObject({
      traceId: request?.traceId,
      attributes: { 'rpc.method': 'ResetConnections' },
    })
    expect(calls.filter((one) => one !== asked)).toMatchObject([{ parentSpanId: asked?.spanId }])
  } finally {
    await stop()
    await collector.close()
  }
})
