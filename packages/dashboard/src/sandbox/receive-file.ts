/** Bytes that wait in the memory of the page: more are handed to the browser, which keeps large files on its disk. */
const waitingBytesMax = 8 * 1024 * 1024

/** The body of a response, with its progress. Throws what ended the response. */
export async function receiveFile(
  { body }: Response,
  onProgress: (doneBytes: number) => void = () => undefined,
): Promise<Blob> {
  const kept: Blob[] = []
  let waiting: Uint8Array<ArrayBuffer>[] = []
  let waitingBytes = 0
  let doneBytes = 0
  const keep = () => {
    kept.push(new Blob(waiting))
    waiting = []
    waitingBytes = 0
  }
  const reader = body?.getReader()
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    waiting.push(piece.value)
    waitingBytes += piece.value.byteLength
    doneBytes += piece.value.byteLength
    if (waitingBytes >= waitingBytesMax) keep()
    onProgress(doneBytes)
  }
  keep()
  return new Blob(kept)
}
