/** The id of a request: in its response, and in the log of the process that served it. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startControlMachine } from '../processes/control-machine.ts'

const base = { body: { templateID: 'base' } }
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

test('every response has a request id, which a client may choose', async () => {
  const machine = await startControlMachine()
  const control = await machine.start()
  const chosen = 'checkout-7f3a.2_b:c'
  const idOf = async (path: string, requestId?: string) =>
    (await control.call('GET', path, { requestId })).headers.get('x-request-id')
  expect(await idOf('/v2/sandboxes', chosen)).toBe(chosen)
  for (const unusable of ['two words', '{"a":1}', '-x', 'x'.repeat(129)])
    expect(await idOf('/v2/sandboxes', unusable)).toMatch(uuid)
  for (const path of ['/v2/sandboxes', '/nowhere', '/sandboxes/inever', '/health%zz'])
    expect([path, await idOf(path)]).toEqual([path, expect.stringMatching(uuid)])
  expect(await idOf('/v2/sandboxes')).not.toBe(await idOf('/v2/sandboxes'))
  const { hostname, port } = new URL(control.url)
  const socket = connect(Number(port), hostname)
  socket.end('this is not HTTP\r\n\r\n')
  expect(await text(socket)).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/m)
})

test('the log lines of a request have its id, and those of others do not', async () => {
  const machine = await startControlMachine()
  const control = await machine.start({ CAY_LOG_LEVEL: 'info' })
  const requestId = 'create-1'
  expect((await control.call('POST', '/v2/sandboxes', { ...base, requestId })).status).toBe(201)
  await control.call('GET', '/sandboxes/inever', { requestId: 'get-1' })
  machine.node.beforeCreate = async () => {
    throw new Error('a secret detail')
  }
  const failed = await control.call('POST', '/v2/sandboxes', { ...base, requestId: 'create-2' })
  expect(failed).toMatchObject({ status: 500, body: { message: 'internal error (request create-2)' } })
  const eventsOf = (id: string) =>
    control.lines.filter(({ requestID }) => requestID === id).map(({ event }) => event)
  await expect.poll(() => eventsOf('create-2')).toContain('request.refused')
  expect(eventsOf('create-1')).toContain('sandbox.state.changed')
  expect(eventsOf('create-1')).not.toContain('request.refused')
  expect(eventsOf('get-1')).toEqual(['request.refused'])
})
