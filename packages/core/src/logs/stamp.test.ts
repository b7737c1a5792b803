import fc from 'fast-check'
import { expect, it } from 'vitest'
import { emptyLog, numberEntries } from './stamp.ts'

const entry = (atMs: number) => ({ atMs, level: 'info', message: '', fields: {} }) as const

it('numbers have no gaps, instants never go back, and none of a later batch is one of an earlier', () => {
  const batches = fc.array(fc.array(fc.nat(2000), { maxLength: 5 }), { maxLength: 20 })
  fc.assert(
    fc.property(batches, (all) => {
      let last = emptyLog
      for (const [index, batch] of all.entries()) {
        const before = last
        for (const numbered of numberEntries(last, batch.map(entry), index * 100)) {
          expect(numbered.number).toBe(last.number + 1)
          expect(numbered.atMs).toBeGreaterThanOrEqual(last.atMs)
          expect(numbered.atMs).toBeGreaterThan(before.atMs)
          last = numbered
        }
      }
    }),
  )
})

it('an instant is kept where it can be, and none lies in the future', () => {
  const numbered = numberEntries(
    { number: 7, atMs: 100 },
    [entry(50), entry(150), entry(150), entry(9000)],
    200,
  )
  expect(numbered.map(({ atMs }) => atMs)).toEqual([101, 150, 150, 200])
})
