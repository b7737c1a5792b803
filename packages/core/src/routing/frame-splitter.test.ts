import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameSplitter } from './frame-splitter.ts'

function frame(payload: Uint8Array, flags = 0): Uint8Array {
  const bytes = new Uint8Array(5 + payload.length)
  bytes[0] = flags
  new DataView(bytes.buffer).setUint32(1, payload.length)
  bytes.set(payload, 5)
  return bytes
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

test('however the bytes are split, whole frames are returned, in order and counted', () => {
  const payloads = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 })
  const cuts = fc.array(fc.nat(400), { maxLength: 20 })
  fc.assert(
    fc.property(payloads, cuts, (all, places) => {
      const bytes = concat(all.map((payload) => frame(payload)))
      const borders = [0, ...places.map((place) => Math.min(place, bytes.length)), bytes.length]
      const sorted = borders.sort((a, b) => a - b)
      const splitter = new FrameSplitter(1000)
      const out: Uint8Array[] = []
      let count = 0
      for (const [index, end] of sorted.entries()) {
        const whole = splitter.push(bytes.subarray(end, sorted[index + 1] ?? end))
        out.push(whole?.bytes ?? new Uint8Array(0))
        count += whole?.count ?? 0
      }
      expect([count, splitter.partialBytes]).toEqual([all.length, 0])
      expect(concat(out)).toEqual(bytes)
    }),
  )
})

test('when a frame is cut in its middle, the frames before it are returned and it comes whole later', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 20 }), { minLength: 1 }), fc.nat(), (all, seed) => {
      const frames = all.map((payload) => frame(payload))
      const bytes = concat(frames)
      const splitter = new FrameSplitter(1000)
      const before = splitter.push(bytes.subarray(0, seed % bytes.length))
      splitter.dropPartial()
      const rest = splitter.push(concat(frames.slice(before?.count)))
      expect((before?.count ?? 0) + (rest?.count ?? 0)).toBe(frames.length)
      expect(concat([before?.bytes ?? new Uint8Array(0), rest?.bytes ?? new Uint8Array(0)])).toEqual(bytes)
    }),
  )
})

test.each([
  ['ordinary', 0, false],
  ['compressed', 1, false],
  ["Connect's last", 2, true],
  ["Connect's last, compressed", 3, true],
  ["gRPC-web's trailers", 0x80, true],
])('the %s frame', (_, flags, isLast) => {
  const splitter = new FrameSplitter(100)
  expect(splitter.push(frame(Uint8Array.of(1), flags))).toMatchObject({ count: 1, isLast })
})

test('a frame that is too long is refused by its header', () => {
  const splitter = new FrameSplitter(100)
  expect(splitter.push(Uint8Array.of(0, 0, 0, 0, 96))).toBeUndefined()
  expect(new FrameSplitter(100).push(Uint8Array.of(0, 0, 0, 0, 95))).toMatchObject({ count: 0 })
})
