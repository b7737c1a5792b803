import fc from 'fast-check'
import { expect, it } from 'vitest'
import { interruptionMessages } from './interruption.ts'
import { closeFrame, WebSocketFrameTracker } from './websocket-frame-tracker.ts'

const frame = (payloadBytes: number, opcode = 2, isMasked = false): number[] => {
  const flag = isMasked ? 0x80 : 0
  const length =
    payloadBytes < 126
      ? [flag | payloadBytes]
      : payloadBytes < 65_536
        ? [flag | 126, payloadBytes >> 8, payloadBytes & 0xff]
        : [
            flag | 127,
            0,
            0,
            0,
            0,
            payloadBytes >>> 24,
            (payloadBytes >> 16) & 0xff,
            (payloadBytes >> 8) & 0xff,
            payloadBytes & 0xff,
          ]
  const mask = isMasked ? [1, 2, 3, 4] : []
  // A payload that looks like a Close frame.
  return [0x80 | opcode, ...length, ...mask, ...Array.from({ length: payloadBytes }, () => 0x88)]
}

it('however frames are split, it knows when none is incomplete', () => {
  const size = fc.constantFrom(0, 1, 125, 126, 127, 65_535, 65_536)
  const frames = fc.array(fc.tuple(size, fc.boolean()), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(frames, fc.array(fc.nat()), (sizes, cuts) => {
      const each = sizes.map(([bytes, isMasked]) => frame(bytes, 2, isMasked))
      const all = Uint8Array.from(each.flat())
      const borders = new Set(each.map((_, index) => each.slice(0, index + 1).flat().length))
      const places = [...new Set([...cuts.map((cut) => cut % all.length), all.length])].toSorted(
        (a, b) => a - b,
      )
      const follower = new WebSocketFrameTracker()
      let from = 0
      for (const to of places) {
        follower.push(all.subarray(from, to))
        expect(follower.isBetweenFrames).toBe(to === 0 || borders.has(to))
        from = to
      }
    }),
    { numRuns: 50 },
  )
})

it('after a Close nothing may be inserted', () => {
  const follower = new WebSocketFrameTracker()
  follower.push(Uint8Array.from(frame(2, 8)))
  expect(follower.isBetweenFrames).toBe(false)
})

it.each(Object.values(interruptionMessages))('a Close frame contains: %s', (reason) => {
  const close = closeFrame(reason)
  expect([close[0], close[1]]).toEqual([0x88, 2 + reason.length])
  expect(close.length).toBeLessThanOrEqual(127)
  expect(new DataView(close.buffer).getUint16(2)).toBe(1001)
  expect(String.fromCharCode(...close.subarray(4))).toBe(reason)
})
