/** Traces of requests, as a collector gets them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { directoryStore } from '@cay/blobs/edge/directory-store.ts'
import { connectOrchestrator } from '@cay/control/edge/node/orchestrator-client.ts'
import { openSpan, readTracingSettings, startTracing } from '@cay/kit/tracing.ts'
import { pauseSandbox } from '@cay/orchestrator/app/pause/pause-sandbox.ts'
import { resumeForTraffic } from '@cay/orchestrator/app/pause/resume-for-traffic.ts'
import { createSandbox } from '@cay/orchestrator/app/sandbox/create-sandbox.ts'
import { connectArtifactRecords } from '@cay/orchestrator/edge/artifact/artifact-records.ts'
import { connectConsent } from '@cay/orchestrator/edge/sandbox/control-consent.ts'
import { SimulatedMachine } from '@cay/orchestrator/sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '@cay/orchestrator/sim/simulated-node.ts'
import { SimulatedOrchestrator } from '@cay/orchestrator/sim/simulated-orchestrator.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type Collector, startCollector } from '../support/trace-collector.ts'
import { firstKey, hold, startWorld } from './control-world.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'
const headers = { traceparent: `00-${traceId}-${parentId}-01` }

/** Traces until it is stopped, which sends what there is. */
async function startTraced(): Promise<{ collector: Collector; stop: () => Promise<void> }> {
  const collector = await startCollector()
  const stop = await startTracing(
    readTracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }),
    'control',
  )
  onTestFinished(async () => {
    await stop()
    await collector.close()
  })
  return { collector, stop }
}

test('without a collector answers carry no trace and nothing is opened', async () => {
  const world = await startWorld()
  const { headers: answered } = await world.call('GET', '/v2/sandboxes', { headers })
  expect(answered.get('x-e2b-trace-id')).toBeNull()
  expect(openSpan('x', { kind: 'server' })).toBeUndefined()
})

test("a request goes on with its caller's trace, and its answer names it", async () => {
  const { collector, stop } = await startTraced()
  const world = await startWorld()
  const id = await world.create()
  const shown = await world.call('GET', `/sandboxes/${id}`, { headers })
  expect(shown.headers.get('x-e2b-trace-id')).toBe(traceId)
  const alone = await world.call('GET', '/v2/sandboxes')
  await stop()
  const span = collector.spans.find((one) => one.traceId === traceId)
  expect(span).toMatchObject({
    name: 'GET /sandboxes/:sandboxID',
    service: 'cay-control',
    parentSpanId: parentId,
    attributes: { 'http.response.status_code': 200, 'cay.sandbox_id': id },
    isFault: false,
  })
  expect(alone.headers.get('x-e2b-trace-id')).toMatch(/^[0-9a-f]{32}$/)
  expect(alone.headers.get('x-e2b-trace-id')).not.toBe(traceId)
  expect(collector.text()).not.toContain(firstKey)
})

test('what is refused is no fault of ours, and what fails is', async () => {
  const { collector, stop } = await startTraced()
  const world = await startWorld()
  const id = await world.create()
  await world.call('GET', '/sandboxes/inever')
  const held = hold(world, 'kill')
  const killing = world.call('DELETE', `/sandboxes/${id}`)
  await held.reached
  held.release(new Error('broken'))
  await killing
  await stop()
  const faultOf = (name: string) => collector.spans.find((span) => span.name === name)?.isFault
  expect(faultOf('GET /sandboxes/:sandboxID')).toBe(false)
  expect(faultOf('DELETE /sandboxes/:sandboxID')).toBe(true)
})

test('a trace goes on in the node, down to the container', async () => {
  const { collector, stop } = await startTraced()
  const { directory } = await startWorld()
  const socket = join(directory, 'node.sock')
  const orchestrator = new SimulatedOrchestrator()
  await orchestrator.listen(socket)
  const node = connectOrchestrator(socket)
  const { templateId, buildId } = simulatedBuild
  const span = openSpan('request', { kind: 'server' })
  await span?.within(() =>
    node.createSandbox({
      ...{ sandboxId: 'ia', templateId, buildId, timeoutSeconds: 60, envVars: {}, keepsEnvVars: false },
      ...{ accessToken: 'secret-token', egress: { allowOut: [], denyOut: [] } },
      ingress: { trafficToken: '', maskRequestHost: '', httpsPorts: [] },
      lifecycle: { onTimeout: 'kill', filesOnly: false, autoResume: false, autoResumeSeconds: 0 },
    }),
  )
  span?.end({})
  await node.listSandboxes()
  await stop()
  await orchestrator.close()
  const ofTrace = collector.spans.filter((one) => one.traceId === span?.traceId)
  const parentOf = (name: string) =>
    ofTrace
      .filter((one) => one.name === name)
      .map(({ parentSpanId }) => ofTrace.find((one) => one.spanId === parentSpanId)?.name)
  const call = 'orchestrator.Orchestrator/CreateSandbox'
  expect(parentOf(call).sort()).toEqual([call, 'request'])
  expect(parentOf('restore a container')).toEqual([call])
  expect(parentOf('give a container its identity')).toEqual([call])
  expect(collector.spans.map(({ name }) => name)).not.toContain('orchestrator.Orchestrator/ListSandboxes')
  expect(collector.text()).not.toContain('secret-token')
})

test('a resume for traffic is in the trace up to control, which is asked for its consent', async () => {
  const { collector, stop } = await startTraced()
  const { directory } = await startWorld()
  const consent = connectConsent(join(directory, 'vault.sock'))
  const node = simulateNode(new SimulatedMachine(), { consent })
  const { templateId, buildId } = simulatedBuild
  await createSandbox(node, {
    ...{ sandboxId: 'ia', templateId, buildId, timeoutSeconds: 60, envVars: {} },
    egress: { allowOut: [], denyOut: [] },
    lifecycle: { onTimeout: 'pause', filesOnly: false, autoResume: true, autoResumeSeconds: 300 },
  })
  await pauseSandbox(node, { sandboxId: 'ia', filesOnly: false })
  const span = openSpan('request', { kind: 'server' })
  await span?.within(() => resumeForTraffic(node, { sandboxId: 'ia', port: 80, accessToken: '' }))
  span?.end({})
  await stop()
  const asked = collector.spans.filter(({ name }) => name === 'consent.Consent/AdmitResume')
  const inside = asked.find(({ parentSpanId }) => asked.some(({ spanId }) => spanId === parentSpanId))
  expect(asked.map(({ traceId: of }) => of)).toEqual([span?.traceId, span?.traceId])
  expect(inside).toBeDefined()
})

test('what a node asks of its artifacts is in the trace, though that service has interceptors of its own', async () => {
  const { collector, stop } = await startTraced()
  const objects = await mkdtemp(join(tmpdir(), 'cay-objects-'))
  onTestFinished(() => rm(objects, { recursive: true }))
  const { directory } = await startWorld({ blobs: directoryStore(objects) })
  const records = connectArtifactRecords(join(directory, 'artifacts.sock'))
  const span = openSpan('request', { kind: 'server' })
  await span?.within(() => records.findStored({ artifactIds: ['a'] }))
  span?.end({})
  await stop()
  const asked = collector.spans.filter(({ name }) => name === 'artifact.Artifacts/FindStored')
  // Of the caller, and of control.
  expect(asked.map(({ traceId: of }) => of)).toEqual([span?.traceId, span?.traceId])
})

test('what an egress gateway asks of the vault is in the trace of who asked, without a value', async () => {
  const { collector, stop } = await startTraced()
  const world = await startWorld()
  const transform = { headers: { Authorization: 'Bearer s3cret' } }
  const id = await world.create({ network: { rules: { 'api.example.com': [{ transform }] } } })
  const sealed = world.node.requests.get(id)?.egress.sealed?.text ?? ''
  const span = openSpan('connection out of a sandbox', { kind: 'server' })
  await span?.within(async () => {
    await world.vault.openRules(id, sealed)
    await world.vault.resolveValues(id, { secrets: ['none'], tokens: [] })
  })
  span?.end({})
  await stop()
  const ofTrace = collector.spans.filter(({ traceId: of }) => of === span?.traceId)
  const connection = ofTrace.find(({ name }) => name === 'connection out of a sandbox')
  for (const call of ['vault.Vault/OpenRules', 'vault.Vault/ResolveValues']) {
    const calls = ofTrace.filter(({ name }) => name === call)
    const asked = calls.find(({ parentSpanId }) => parentSpanId === connection?.spanId)
    expect(calls.filter((one) => one !== asked)).toMatchObject([{ parentSpanId: asked?.spanId }])
  }
  expect(collector.text()).not.toMatch(/s3cret|Bearer/)
})

test('a collector that is away holds nobody up', async () => {
  const stop = await startTracing({ url: 'http://127.0.0.1:9/v1/traces' }, 'control')
  const world = await startWorld()
  expect((await world.call('GET', '/v2/sandboxes')).status).toBe(200)
  await stop()
})

test('an endpoint that is no URL ends the start with its name', () => {
  for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])
    for (const value of ['collector:4318', 'grpc://collector', 'x'])
      expect(() => readTracingSettings({ [name]: value })).toThrow(name)
  expect(readTracingSettings({})).toEqual({ url: undefined })
  expect(readTracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/' }).url).toBe(
    'http://c:4318/v1/traces',
  )
  expect(readTracingSettings({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c/t' }).url).toBe('http://c/t')
})
