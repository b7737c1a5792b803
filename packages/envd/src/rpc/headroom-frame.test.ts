import { encodeEnvelope } from '@connectrpc/connect/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocateFrame, envelopeInPlace } from './headroom-frame.ts'

test('the envelope of a frame is the one that the library would have made, without a copy', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(255), fc.nat(9), (content, flags, skew) => {
      const frame = allocateFrame(content.length, skew)
      frame.set(content)
      const envelope = envelopeInPlace(flags, frame)
      expect(new Uint8Array(envelope ?? [])).toEqual(encodeEnvelope(flags, content))
      expect(envelope?.buffer).toBe(frame.buffer)
      expect(frame.byteOffset % 2).toBe(skew % 2)
    }),
  )
})

test('what was made elsewhere, or is a part of a frame, is left to the library', () => {
  expect(envelopeInPlace(0, new Uint8Array(10))).toBe(undefined)
  expect(envelopeInPlace(0, allocateFrame(10).subarray(2))).toBe(undefined)
})
