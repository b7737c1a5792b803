/**
 * Program: control with a simulated node in one process, whose processor time is measured while sandboxes change 1,000
 * times a second. Takes the URLs of receivers; its parent counts what they get.
 */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { makeSealer } from '@cay/control/edge/host/sealer.ts'
import { systemClock } from '@cay/control/edge/host/system-clock.ts'
import { openStore } from '@cay/control/edge/store/open-store.ts'
import { createPoster } from '@cay/control/edge/webhook/post-webhook.ts'
import { SimulatedBuilder } from '@cay/control/sim/simulated-builder.ts'
import { SimulatedObserver } from '@cay/control/sim/simulated-observer.ts'
import { startControl } from '@cay/control/start-control.ts'
import { compileRanges } from '@cay/core/egress/range-set.ts'
import { lifecycleTypes } from '@cay/core/event/lifecycle.ts'
import { watchOwnAddresses } from '@cay/kit/host/own-addresses.ts'
import { createLogger } from '@cay/kit/log.ts'
import { SimulatedNode } from '../../support/simulated-node.ts'

const apiKey = `e2b_${'5a'.repeat(20)}`
const sandboxCount = 200
const eventsPerSecond = 1000
const tickMs = 20
/** About as long as a delivery. */
const bareBody = JSON.stringify({ text: 'x'.repeat(500) })

interface Order {
  readonly directory: string
  readonly receivers: readonly string[]
  readonly seconds: number
  readonly creates: number
  readonly turns: number
}

export interface Turn {
  readonly hasWebhooks: boolean
  /** Seconds of processor time for each second of events. */
  readonly share: number
  /** The same for as many requests by Node's client as there are deliveries, with nothing else. */
  readonly bareShare: number
  readonly createMs: readonly number[]
}

process.send?.('ready')
const [{ directory, receivers, seconds, creates, turns }] = (await once(process, 'message')) as [Order]
const store = await openStore(join(directory, 'cay.db'))
const node = new SimulatedNode(systemClock)
const allowed = compileRanges([{ first: 0x7f000001, last: 0x7f000001 }])
const resolveHost = async () => []
const keyFile = {
  read: async () => undefined,
  write: async () => undefined,
  create: async (key: string) => key,
}
const control = await startControl({
  ...{ store, orchestrator: node.client, observer: new SimulatedObserver(), builder: new SimulatedBuilder() },
  ...{ clock: systemClock, keyFile, adminTokenFile: keyFile, sealer: makeSealer(Buffer.alloc(32, 7)) },
  ...{
    resolveHost,
    postWebhook: createPoster({ resolveHost, allowed, isOwnAddress: watchOwnAddresses() }),
    log: createLogger('control', 'silent'),
  },
  settings: {
    ...{ apiKey, eventDays: 90, maxSandboxHours: 24, domain: null },
    ...{ identity: { trustDomain: 'cay.test', issuer: undefined }, webhooks: { retries: 'day', allowed } },
    trustedProxies: compileRanges([]),
  },
  listen: { host: '127.0.0.1', port: 0 },
})
const webhookIds: string[] = []
for (const url of receivers) {
  const body = {
    name: 'bench',
    url,
    events: lifecycleTypes,
    signatureSecret: 'secret-of-the-bench',
    enabled: false,
  }
  webhookIds.push(String((await call('POST', '/events/webhooks', body)).id))
}
const model = await store.findSandbox(await create())
if (model === undefined) throw new Error('there is no sandbox')
// Of another node, so that nobody compares them with the simulated one.
const sandboxIds = Array.from({ length: sandboxCount }, (_, index) => `ibench${index}`)
for (const sandboxId of sandboxIds) await store.insertSandbox({ ...model, sandboxId, nodeId: 'elsewhere' })
const isPaused = new Set<string>()
for (let turn = -1; turn < turns; turn++)
  for (const hasWebhooks of [false, true]) {
    for (const id of webhookIds) await call('PATCH', `/events/webhooks/${id}`, { enabled: hasWebhooks })
    await delivered()
    const share = await measureShare(async () => {
      await changeSandboxes()
      await delivered()
    })
    const [createMs] = await Promise.all([createBeside(), changeSandboxes()])
    await delivered()
    const bareShare = hasWebhooks ? await measureShare(sendBare) : 0
    if (turn >= 0) process.send?.({ hasWebhooks, share, bareShare, createMs } satisfies Turn)
  }
// The simulated node would wait for its end.
await call('DELETE', `/sandboxes/${model.sandboxId}`)
await control.stop()
process.send?.('done')
process.disconnect?.()

/** Creates that are spread over the time in which sandboxes change; each is killed. */
async function createBeside(): Promise<number[]> {
  const createMs: number[] = []
  for (let count = 0; count < creates; count++) {
    const startedMs = performance.now()
    const id = await create()
    createMs.push(performance.now() - startedMs)
    await call('DELETE', `/sandboxes/${id}`)
    await systemClock.sleep((seconds * 1000) / creates)
  }
  return createMs
}

async function measureShare(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6 / seconds
}

/** The requests of all deliveries at the rate of the events. */
async function sendBare(): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  await everyTick(async (perTick) => {
    await Promise.all(
      receivers.map((url) => Promise.all(Array.from({ length: perTick }, () => post(agent, url)))),
    )
  })
  agent.destroy()
}

async function post(agent: Agent, url: string): Promise<void> {
  const sent = request(url, { method: 'POST', agent, headers: { 'content-length': bareBody.length } })
  sent.end(bareBody)
  const [response] = await once(sent, 'response')
  await once(response.resume(), 'end')
}

async function changeSandboxes(): Promise<void> {
  let next = 0
  await everyTick(async (perTick) => {
    for (let count = 0; count < perTick; count++) await change(sandboxIds[next++ % sandboxCount] ?? '')
  })
}

async function everyTick(work: (perTick: number) => Promise<void>): Promise<void> {
  const perTick = (eventsPerSecond * tickMs) / 1000
  const startedMs = performance.now()
  for (let done = 0; done < seconds * eventsPerSecond; done += perTick) {
    await work(perTick)
    const restMs = startedMs + ((done + perTick) * 1000) / eventsPerSecond - performance.now()
    if (restMs > 0) await systemClock.sleep(restMs)
  }
}

/** Each change is an event of the audit log and a lifecycle event. */
async function change(sandboxId: string): Promise<void> {
  const to = isPaused.has(sandboxId) ? 'running' : 'paused'
  if (to === 'paused') isPaused.add(sandboxId)
  else isPaused.delete(sandboxId)
  const event = to === 'paused' ? 'paused' : 'resumed'
  const change = { changedAtMs: Date.now() }
  await store.changeSandbox(sandboxId, () => ({ change, transition: { event, to, keyId: null } }))
}

/** All events are in the ledger, and no delivery is pending. */
async function delivered(): Promise<void> {
  await store.relayEvents()
  for (const webhookId of webhookIds)
    while ((await store.listDeliveries({ webhookId, state: 'pending', limit: 1 })).length > 0)
      await systemClock.sleep(20)
}

async function create(): Promise<string> {
  return String((await call('POST', '/v2/sandboxes', { templateID: 'base', timeout: 3600 })).sandboxID)
}

async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(control.url + path, {
    ...{ method, headers: { 'x-api-key': apiKey, 'content-type': 'application/json' } },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}
