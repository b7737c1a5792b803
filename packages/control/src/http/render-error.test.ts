import { type ErrorCode, errorTable, ServiceError } from '@cay/core/errors.ts'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { sendError } from './render-error.ts'

/** Codes for clients in addition to the status. */
const told: Readonly<Partial<Record<ErrorCode, string>>> = {
  no_capacity: 'sandbox_capacity_unavailable',
  start_in_flight: 'sandbox_start_in_flight',
  quota_exceeded: 'team_quota_exceeded',
  memory_not_restorable: 'sandbox_memory_not_restorable',
  no_compatible_node: 'sandbox_no_compatible_node',
  snapshot_damaged: 'sandbox_snapshot_damaged',
  template_building: 'template_building',
  idempotency_in_progress: 'idempotency_in_progress',
  idempotency_key_spent: 'idempotency_key_spent',
  idempotency_mismatch: 'idempotency_request_mismatch',
}

async function answerTo(thrown: unknown) {
  const app = fastify({ genReqId: () => 'r1' })
  app.setErrorHandler(sendError)
  app.get('/', async () => {
    throw thrown
  })
  const { statusCode, headers, body } = await app.inject('/')
  await app.close()
  return { statusCode, type: headers['content-type'], body: JSON.parse(body) }
}

test.each(Object.keys(errorTable) as ErrorCode[])(
  '%s is answered with its status and its message, and a fault of ours with the id of the request',
  async (code) => {
    const { http } = errorTable[code]
    expect(
      await answerTo(
        new ServiceError(code, 'a sentence', { context: { secret: 1 }, cause: new Error('inside') }),
      ),
    ).toEqual({
      statusCode: http,
      type: 'application/json; charset=utf-8',
      body: {
        code: http,
        message: code === 'internal' ? 'a sentence (request r1)' : 'a sentence',
        ...(code in told && { error_code: told[code] }),
      },
    })
  },
)

test('the cause of an internal error is not in the response', async () => {
  const answer = await answerTo(new TypeError('/root/secret is not a function'))
  expect(answer).toMatchObject({
    statusCode: 500,
    body: { code: 500, message: 'internal error (request r1)' },
  })
})
