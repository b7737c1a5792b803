/**
 * Allocates frames with headroom for the prefix of their envelope; without it, the RPC library copies each frame
 * behind a prefix. Memory operations are expensive in gVisor: for a large output, every copy, and every buffer that
 * is zeroed first, takes a tenth of the daemon's time. The bundler makes the library call `envelopeInPlace` first.
 */

/** One byte of flags and four bytes of length. */
const prefixBytes = 5
const hasHeadroom: unique symbol = Symbol('has headroom for a prefix')

interface HeadroomFrame extends Uint8Array<ArrayBuffer> {
  [hasHeadroom]?: true
}

/** The memory is uninitialized. The frame begins at an even offset of `buffer` if `skew` is even. */
export function allocateFrame(bytes: number, skew = 0): Buffer<ArrayBuffer> {
  const begin = prefixBytes + 1 + (skew % 2)
  const { buffer } = Buffer.allocUnsafeSlow(begin + bytes)
  const frame: HeadroomFrame & Buffer<ArrayBuffer> = Buffer.from(buffer, begin, bytes)
  frame[hasHeadroom] = true
  return frame
}

/**
 * Returns undefined for memory that was not allocated here; the library then copies it. A frame may be put into one
 * envelope only.
 */
export function envelopeInPlace(flags: number, frame: HeadroomFrame): Uint8Array<ArrayBuffer> | undefined {
  if (frame[hasHeadroom] !== true) return undefined
  const { buffer, byteOffset, length } = frame
  const envelope = Buffer.from(buffer, byteOffset - prefixBytes, prefixBytes + length)
  envelope.writeUInt8(flags, 0)
  envelope.writeUInt32BE(length, 1)
  return envelope
}
