import { Code, ConnectError } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { repeatSlowRefusals } from './repeat-slow-refusals.ts'

test.each([
  ['is asked for three times when each came late', Code.FailedPrecondition, 501, 3],
  ['is taken at its word when it came soon', Code.FailedPrecondition, 500, 1],
  ['for the token is taken at its word', Code.Unauthenticated, 501, 1],
])('a refusal %s', async (_, code, tookMs, expected) => {
  let nowMs = 0
  let calls = 0
  const refusal = new ConnectError('refused', code)
  const call = async () => {
    calls += 1
    nowMs += tookMs
    throw refusal
  }
  await expect(repeatSlowRefusals(call, () => nowMs)).rejects.toBe(refusal)
  expect(calls).toBe(expected)
})
