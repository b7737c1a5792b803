/** Writes a body into a file in large pieces, while the next ones arrive. */
import type { FileHandle } from 'node:fs/promises'

const pieceBytes = 1024 * 1024

export async function writePieces(file: FileHandle, body: AsyncIterable<Uint8Array>): Promise<void> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  let writing = Promise.resolve()
  for await (const chunk of body) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < pieceBytes) continue
    await writing
    writing = writeAll(file, waiting, bytes)
    // It is awaited before the next one; until then a failure has a handler.
    writing.catch(() => undefined)
    waiting = []
    bytes = 0
  }
  await writing
  await writeAll(file, waiting, bytes)
}

async function writeAll(file: FileHandle, chunks: readonly Uint8Array[], bytes: number): Promise<void> {
  if (bytes === 0) return
  const { bytesWritten } = await file.writev(chunks)
  if (bytesWritten < bytes) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten))
}
