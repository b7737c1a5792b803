import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameWorkers } from '../edge/frame-workers.ts'
import { Slots } from './slots.ts'
import { createTransferLimits } from './transfer-limits.ts'

const never = new AbortController().signal

test('at most the configured number of slots is granted, in the order of requests, and all are returned', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 20 }), async (counts) => {
      const slots = new Slots(4)
      const started: number[] = []
      let taken = 0
      await Promise.all(
        counts.map((count, index) =>
          slots.run(
            async () => {
              started.push(index)
              taken += count
              expect(taken).toBeLessThanOrEqual(4)
              await Promise.resolve()
              taken -= count
            },
            never,
            count,
          ),
        ),
      )
      expect(started).toEqual(counts.map((_, index) => index))
      expect(taken).toBe(0)
    }),
  )
})

test('a large request that gives up lets the small ones behind it go', async () => {
  const slots = new Slots(4)
  const release = await slots.acquire(never, 2)
  const abort = new AbortController()
  const large = slots.acquire(abort.signal, 4)
  const small = slots.acquire(never, 1)
  abort.abort(new Error('given up'))
  await expect(large).rejects.toThrow('given up')
  ;(await small)()
  release()
  await slots.acquire(never, 4)
})

test('small objects of many artifacts are in flight at once, and objects of the full size are eight', () => {
  const { objectSlots } = createTransferLimits(frameWorkers(2))
  const total = objectSlots(16 * 2 ** 20) * 8
  expect(Math.floor(total / objectSlots(4 * 2 ** 20))).toBe(32)
  expect(objectSlots(64 * 2 ** 20)).toBe(objectSlots(16 * 2 ** 20))
})
