import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameKinds, renderFrame, TcpFrameReader } from './tcp-frames.ts'

const joined = (pieces: readonly Uint8Array[]) => pieces.flatMap((piece) => [...piece])

test('what was sent arrives, however it is cut on the way', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 8 }),
      fc.integer({ min: 1, max: 50 }),
      fc.boolean(),
      (sent, pieceBytes, isEnded) => {
        const frames = sent.map((bytes) => renderFrame(frameKinds.data, bytes))
        const wire = Uint8Array.from(joined(isEnded ? [...frames, renderFrame(frameKinds.end)] : frames))
        const reader = new TcpFrameReader()
        const received: Uint8Array[] = []
        for (let at = 0; at < wire.length; at += pieceBytes)
          received.push(...reader.read(wire.subarray(at, at + pieceBytes)).data)
        expect(joined(received)).toEqual(joined(sent))
        expect(reader.hasEnded).toBe(isEnded)
      },
    ),
  )
})

test('a frame without bytes is passed over, behind the end too', () => {
  const reader = new TcpFrameReader()
  expect(reader.read(renderFrame(frameKinds.data))).toEqual({ data: [], hasEnded: false })
  reader.read(renderFrame(frameKinds.end))
  expect(reader.read(renderFrame(frameKinds.data))).toEqual({ data: [], hasEnded: true })
})

test.each([
  ['an unknown kind', () => Uint8Array.of(7, 0, 0, 0, 0)],
  ['an end with bytes', () => Uint8Array.of(frameKinds.end, 0, 0, 0, 1)],
  ['bytes behind the end', () => Uint8Array.of(frameKinds.end, 0, 0, 0, 0, frameKinds.data, 0, 0, 0, 1)],
  ['a second end', () => Uint8Array.of(frameKinds.end, 0, 0, 0, 0, frameKinds.end, 0, 0, 0, 0)],
])('%s is no frame', (_, wire) => {
  expect(() => new TcpFrameReader().read(wire())).toThrow('something else than frames')
})
