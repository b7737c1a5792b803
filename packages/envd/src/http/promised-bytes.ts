/** Bytes of a file whose number has been told already: an answer that has fewer must break off, or its reader waits for ever. */

import type { ByteRange } from '@cay/core/files/byte-range.ts'
import type { FileTree, OpenFile } from '../ports.ts'

/** Fails when the file became shorter since. */
export async function* promisedBytes(
  tree: FileTree,
  file: OpenFile,
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  let missing = range.last - range.first + 1
  for await (const chunk of tree.bytes(file, range)) {
    missing -= chunk.length
    yield chunk
  }
  if (missing > 0) throw new Error('a file became shorter while it was read')
}
