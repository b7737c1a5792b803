/**
 * Frames that are made with headroom for the prefix of their envelope, which the RPC library otherwise writes into a copy of each
 * frame. In gVisor memory is dear: of a large output every copy, and every byte that is zeroed first, takes a tenth of the
 * daemon's time. The bundler puts `envelopeInPlace` in front of the library's own.
 */

/** The flags, and the length in four bytes. */
const prefixBytes = 5
const hasHeadroom: unique symbol = Symbol('has headroom for a prefix')

interface HeadroomFrame extends Uint8Array<ArrayBuffer> {
  [hasHeadroom]?: true
}

/** Its memory holds anything until it is written. It begins at an even place of `buffer` when `skew` is even. */
export function allocateFrame(bytes: number, skew = 0): Buffer<ArrayBuffer> {
  const begin = prefixBytes + 1 + (skew % 2)
  const { buffer } = Buffer.allocUnsafeSlow(begin + bytes)
  const frame: HeadroomFrame & Buffer<ArrayBuffer> = Buffer.from(buffer, begin, bytes)
  frame[hasHeadroom] = true
  return frame
}

/** Undefined for what was not allocated here; the library copies that. A frame is put into one envelope only. */
export function envelopeInPlace(flags: number, frame: HeadroomFrame): Uint8Array<ArrayBuffer> | undefined {
  if (frame[hasHeadroom] !== true) return undefined
  const { buffer, byteOffset, length } = frame
  const envelope = Buffer.from(buffer, byteOffset - prefixBytes, prefixBytes + length)
  envelope.writeUInt8(flags, 0)
  envelope.writeUInt32BE(length, 1)
  return envelope
}
