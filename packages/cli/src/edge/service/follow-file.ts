/** Reads a log that is written to and rotated meanwhile. */
import { type FileHandle, open, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ignoreMissing } from '@cay/kit/host/errno.ts'

const everyMs = 200
const chunkBytes = 64 * 1024

export interface FollowOptions {
  /** The newest lines of those that are there; undefined: all. */
  readonly lines: number | undefined
  /** Undefined: what is there. */
  readonly until: AbortSignal | undefined
}

/** Throws ENOENT when there is no such file; one that is followed may come later. */
export async function* readLog(path: string, { lines, until }: FollowOptions): AsyncGenerator<Buffer> {
  let file = until === undefined ? await open(path) : await openWhenThere(path, until)
  if (file === undefined) return
  try {
    let at = lines === undefined ? 0 : await startOfLast(file, lines)
    for (;;) {
      for await (const bytes of readFrom(file, at)) {
        at += bytes.length
        yield bytes
        if (until?.aborted === true) return
      }
      if (until === undefined || until.aborted) return
      await pause(until)
      if (await isReplaced(file, path)) {
        yield* readFrom(file, at)
        await file.close()
        const next = await openWhenThere(path, until)
        if (next === undefined) return
        file = next
        at = 0
      }
    }
  } finally {
    // Closed already where its successor did not come.
    await file.close().catch(() => undefined)
  }
}

async function* readFrom(file: FileHandle, from: number): AsyncGenerator<Buffer> {
  for (let at = from; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

const lineEnd = 0x0a

async function startOfLast(file: FileHandle, lines: number): Promise<number> {
  const { size } = await file.stat()
  let left = lines
  for (let end = size; end > 0; end -= chunkBytes) {
    const start = Math.max(0, end - chunkBytes)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
    for (let at = bytesRead - 1; at >= 0; at--) {
      // The end of the last line begins nothing.
      if (buffer[at] !== lineEnd || start + at === size - 1) continue
      left--
      if (left === 0) return start + at + 1
    }
  }
  return lines === 0 ? size : 0
}

async function isReplaced(file: FileHandle, path: string): Promise<boolean> {
  const [mine, there] = await Promise.all([file.stat(), stat(path).catch(ignoreMissing)])
  return there !== undefined && there.ino !== mine.ino
}

async function openWhenThere(path: string, until: AbortSignal): Promise<FileHandle | undefined> {
  while (!until.aborted) {
    const file = await open(path).catch(ignoreMissing)
    if (file !== undefined) return file
    await pause(until)
  }
  return undefined
}

async function pause(until: AbortSignal): Promise<void> {
  await sleep(everyMs, undefined, { signal: until }).catch((error: unknown) => {
    if (!until.aborted) throw error
  })
}
