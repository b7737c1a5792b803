import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Bucket, takeOne } from './rate-limit.ts'

test("a minute's worth passes at once, then as many as come back", () => {
  let bucket: Bucket | undefined
  const ask = (nowMs: number) => {
    const taken = takeOne(bucket, 60, nowMs)
    bucket = taken.bucket
    return taken.verdict
  }
  expect(ask(0)).toEqual({ isAllowed: true, limit: 60, remaining: 59, resetSeconds: 1, retryAfterSeconds: 0 })
  for (let count = 1; count < 60; count++) expect(ask(0).isAllowed).toBe(true)
  expect(ask(0)).toEqual({
    isAllowed: false,
    limit: 60,
    remaining: 0,
    resetSeconds: 60,
    retryAfterSeconds: 1,
  })
  expect(ask(999).isAllowed).toBe(false)
  expect(ask(2000)).toMatchObject({ isAllowed: true, remaining: 1 })
})

test('whenever requests come, no more pass than a full bucket and what came back', () => {
  const pauses = fc.array(fc.nat(5000), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 120 }), pauses, (perMinute, gaps) => {
      let bucket: Bucket | undefined
      let nowMs = 0
      let passed = 0
      for (const gap of gaps) {
        nowMs += gap
        const taken = takeOne(bucket, perMinute, nowMs)
        bucket = taken.bucket
        if (taken.verdict.isAllowed) passed += 1
      }
      expect(passed).toBeLessThanOrEqual(perMinute + (nowMs * perMinute) / 60_000 + 1e-6)
    }),
  )
})

test('who waits as long as it was told passes', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 600 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (perMinute, tokens) => {
        const refused = takeOne({ tokens, atMs: 0 }, perMinute, 0)
        const later = refused.verdict.retryAfterSeconds * 1000
        expect(takeOne(refused.bucket, perMinute, later).verdict.isAllowed).toBe(true)
      },
    ),
  )
})
