import { randomBytes } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { frameBytes } from './format.ts'
import { rawBlockBytes, rawFrame } from './raw-frame.ts'

test.each([1, 255, rawBlockBytes - 1, rawBlockBytes, rawBlockBytes + 1, 3 * rawBlockBytes, frameBytes])(
  'zstd reads a raw frame of %i bytes',
  (bytes) => {
    const content = randomBytes(bytes)
    const frame = Buffer.concat(rawFrame(content))
    expect(zstdDecompressSync(frame).equals(content)).toBe(true)
    // A reader refuses one that takes more than this.
    expect(frame.length - bytes).toBeLessThan(1000)
  },
)
