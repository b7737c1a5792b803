import { operations } from '@cay/contract/gen/control/operations.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adminToken, startWorld } from './control-world.ts'

/** Requests per run: enough to meet each operation many times, few enough for every test run. */
const requests = 300

const protectedOperations = Object.values(operations).filter(({ isPublic }) => !isPublic)
const anyField = fc.constantFrom(
  'templateID',
  'timeout',
  'metadata',
  'network',
  'duration',
  'memory',
  '__proto__',
  'constructor',
  'x',
)
const anyBody = fc.oneof(
  fc.json(),
  fc.string(),
  fc
    .dictionary(anyField, fc.oneof(fc.jsonValue(), fc.constant('base'), fc.nat(100)))
    .map((value) => JSON.stringify(value)),
)
const anyId = fc.oneof(
  fc.constant('LIVING'),
  fc.string({ unit: 'binary' }).map(encodeSafely),
  fc.stringMatching(/^[a-z0-9-]{1,30}$/),
)
const anyQuery = fc.dictionary(fc.constantFrom('limit', 'state', 'metadata', 'nextToken', 'x'), fc.string(), {
  noNullPrototype: true,
})

test('whatever comes in, the answer is one of the spec and never a fault', async () => {
  const { call, create } = await startWorld()
  const anyRequest = fc.record({
    operation: fc.constantFrom(...protectedOperations),
    id: anyId,
    body: anyBody,
    query: anyQuery,
  })
  await fc.assert(
    fc.asyncProperty(anyRequest, async ({ operation, id, body, query }) => {
      const living = id === 'LIVING' ? await create({ timeout: 3600 }) : id
      const path = `${operation.url.replace(':sandboxID', living)}?${new URLSearchParams(query)}`
      const headers = operation.isAdmin ? { 'x-admin-token': adminToken } : {}
      const sent = operation.method === 'GET' || body === '' ? { headers } : { headers, body }
      const reply = await call(operation.method, path, sent)
      expect(reply.status).toBeLessThan(500)
      if (reply.status >= 400) expect(reply.body).toEqual({ code: reply.status, message: expect.any(String) })
      if (id === 'LIVING') await call('DELETE', `/sandboxes/${living}`)
    }),
    { numRuns: requests },
  )
})

function encodeSafely(text: string): string {
  return encodeURIComponent(text.toWellFormed()) || 'x'
}
