/** Events reach their receiver although the control process that sends them is killed: two of them over one PostgreSQL. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { lifecycleTypes } from '@cay/core/event/lifecycle.ts'
import { expect, onTestFinished, test } from 'vitest'
import { oldestPostgres, startPostgres } from '../support/postgres.ts'
import { eventually } from '../system/control-world.ts'
import { type ControlProcess, startControlMachine } from './control-machine.ts'

const sandboxCount = 4
const life = ['created', 'paused', 'resumed', 'killed']

interface Received {
  readonly id: string
  readonly type: string
  readonly sandbox_id: string
}

interface Receiver {
  readonly url: string
  readonly received: readonly Received[]
  /** Leaves requests open from the given one on; resolves when that one has come. */
  holdFrom(count: number): Promise<void>
  /** Responds to all that comes. */
  release(): void
}

async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const held: ServerResponse[] = []
  let from = Number.POSITIVE_INFINITY
  let reached = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    // A sender that dies cuts its requests off.
    const chunks = await Array.fromAsync(request).catch(() => undefined)
    if (chunks === undefined) return
    received.push(JSON.parse(Buffer.concat(chunks).toString()) as Received)
    if (received.length < from) return void response.writeHead(204).end()
    held.push(response)
    reached.resolve()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    holdFrom(count) {
      from = count
      reached = Promise.withResolvers<void>()
      return reached.promise
    },
    release() {
      from = Number.POSITIVE_INFINITY
      for (const response of held.splice(0)) response.writeHead(204).end()
    },
  }
}

async function liveThrough(control: ControlProcess): Promise<string> {
  const call = async (method: string, path: string, body?: object) => {
    const reply = await control.call(method, path, body === undefined ? {} : { body })
    expect(reply.status, `${method} ${path}`).toBeLessThan(300)
    return reply.body
  }
  const created = await call('POST', '/v2/sandboxes', { templateID: 'base', timeout: 3600 })
  const id = (created as { sandboxID: string }).sandboxID
  await call('POST', `/sandboxes/${id}/pause`)
  await call('POST', `/sandboxes/${id}/resume`, { timeout: 600 })
  await call('DELETE', `/sandboxes/${id}`)
  return id
}

/** What a receiver that leaves out what it has just got makes of a sandbox. */
function toldOf(sandboxId: string, { received }: Receiver): string[] {
  const events = received.filter(({ sandbox_id }) => sandbox_id === sandboxId)
  return events
    .filter(({ id }, index) => events[index - 1]?.id !== id)
    .map(({ type }) => type.split('.')[2] ?? '')
}

test.skipIf(!oldestPostgres.isInstalled)(
  'kill -9 in the middle of deliveries loses no event, and keeps the order of each sandbox',
  async () => {
    const server = await startPostgres(oldestPostgres)
    onTestFinished(() => server.stop())
    const databaseUrl = await server.createDatabase()
    const machine = await startControlMachine()
    const env = { CAY_DATABASE_URL: databaseUrl, CAY_WEBHOOK_ALLOW: '127.0.0.1' }
    const receiver = await startReceiver()
    const first = await machine.start(env)
    const body = { name: 'hook', url: receiver.url, events: lifecycleTypes, signatureSecret: 'secret-of-it' }
    expect((await first.call('POST', '/events/webhooks', { body })).status).toBe(201)

    // A few are recorded, others are on their way: alone, the process is the one that sends.
    const inTheMiddle = receiver.holdFrom(sandboxCount + 1)
    const ids = await Promise.all(Array.from({ length: sandboxCount }, () => liveThrough(first)))
    await inTheMiddle
    const second = await machine.start(env)
    await first.die()
    receiver.release()
    // As when the lease of the dead process has ended.
    await server.query(databaseUrl, 'update webhooks set sender_until_ms = 0')
    for (const id of ids) await eventually(async () => expect(toldOf(id, receiver)).toEqual(life))
    const path = '/events/webhooks'
    const [webhook] = (await second.call('GET', path)).body as { id: string }[]
    await eventually(async () => {
      const left = await second.call('GET', `${path}/${webhook?.id}/deliveries?state=pending`)
      expect(left).toMatchObject({ status: 200, body: [] })
    })
    const distinct = new Set(receiver.received.map(({ id }) => id))
    expect(distinct.size).toBe(sandboxCount * life.length)
    // What was on its way when its sender died came once more.
    expect(receiver.received.length).toBeGreaterThan(distinct.size)
  },
)
