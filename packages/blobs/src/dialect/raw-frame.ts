/**
 * Content that does not compress, as a frame of zstd whose blocks are raw: every decoder of zstd reads it, and nobody has to
 * compress it. RFC 8878, 3.1.1.
 */
const magic = 0xfd2fb528
/** One segment, no checksum, and the length of the content in four bytes. */
const descriptor = 0xa0
const headerBytes = 9
const blockHeaderBytes = 3
export const rawBlockBytes = 128 * 1024

/** The parts of the frame, in order; those with the content are views of it. */
export function rawFrame(content: Uint8Array): Uint8Array[] {
  const parts = [frameHeader(content.length)]
  for (let offset = 0; offset < content.length; offset += rawBlockBytes) {
    const block = content.subarray(offset, offset + rawBlockBytes)
    parts.push(blockHeader(block.length, offset + rawBlockBytes >= content.length), block)
  }
  return parts
}

function frameHeader(bytes: number): Uint8Array {
  const header = new Uint8Array(headerBytes)
  const view = new DataView(header.buffer)
  view.setUint32(0, magic, true)
  view.setUint8(4, descriptor)
  view.setUint32(5, bytes, true)
  return header
}

/** Its lowest bit: whether it is the last one; the two above: its kind, 0 for raw. */
function blockHeader(bytes: number, isLast: boolean): Uint8Array {
  const header = new Uint8Array(blockHeaderBytes)
  const bits = bytes * 8 + (isLast ? 1 : 0)
  for (let byte = 0; byte < blockHeaderBytes; byte++) header[byte] = (bits >>> (byte * 8)) & 0xff
  return header
}
