import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dataRuns, isAllZeros } from './zero-runs.ts'

/** Blocks that are zeros or not, and a last one of any length. */
const content = fc
  .tuple(
    fc.array(fc.record({ isZero: fc.boolean(), at: fc.nat(65_535) }), { maxLength: 6 }),
    fc.uint8Array({ maxLength: 50 }),
  )
  .map(([blocks, rest]) => {
    const bytes = blocks.map(({ isZero, at }) => {
      const block = Buffer.alloc(65_536)
      if (!isZero) block[at] = 1
      return block
    })
    return Buffer.concat([...bytes, rest])
  })

test('what is written into a hole gives the content again', () => {
  fc.assert(
    fc.property(content, (bytes) => {
      const written = Buffer.alloc(bytes.length)
      for (const run of dataRuns(bytes))
        written.set(bytes.subarray(run.offset, run.offset + run.bytes), run.offset)
      expect(written.equals(bytes)).toBe(true)
    }),
  )
})

test('no block of zeros is written, and runs do not touch', () => {
  fc.assert(
    fc.property(content, (bytes) => {
      const runs = dataRuns(bytes)
      for (const { offset, bytes: length } of runs)
        for (let at = offset; at < offset + length; at += 65_536)
          expect(isAllZeros(bytes.subarray(at, Math.min(at + 65_536, offset + length)))).toBe(false)
      runs.slice(1).forEach(({ offset }, index) => {
        const before = runs[index]
        expect(offset).toBeGreaterThan((before?.offset ?? 0) + (before?.bytes ?? 0))
      })
      expect(isAllZeros(bytes)).toBe(runs.length === 0)
    }),
  )
})
