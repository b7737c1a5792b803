/** A file that an SFTP client has opened: requests on it are done one after another, in the order in which they came. */
import { PassThrough, type Readable } from 'node:stream'
import type { AttributeChange, SandboxTree, TreeEntry } from '../../ports/sandbox-tree.ts'
import { firstOf } from './first-of.ts'

export interface OpenFile {
  /** Fewer bytes at the end of the file alone; none behind it. */
  read(offset: number, length: number): Promise<Buffer>
  /** Throws OutOfOrderError unless it goes on where the write before it ended. */
  write(offset: number, bytes: Buffer): Promise<void>
  attributes(): Promise<{ readonly mode?: number; readonly size: number }>
  change(attributes: AttributeChange): Promise<void>
  /** Throws what kept the file from being written. */
  close(): Promise<void>
  /** The client has gone. */
  abandon(): void
}

export class OutOfOrderError extends Error {
  constructor() {
    super('files are written from their beginning on, in the order of their bytes')
  }
}

/** The mode of a file that an upload makes. */
const modeOfUploads = 0o644
/** Bits that a client cannot set for others, as with sshd. */
const umask = 0o022

function inTurn(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

export function openForReading(tree: SandboxTree, entry: TreeEntry): OpenFile {
  const turn = inTurn()
  let source: { readonly stream: Readable; at: number } | undefined
  const sourceAt = async (offset: number) => {
    if (source?.at !== offset) {
      source?.stream.destroy()
      source = { stream: await tree.read(entry.path, offset), at: offset }
    }
    return source
  }
  return {
    read: (offset, length) =>
      turn(async () => {
        if (offset >= entry.size) return Buffer.alloc(0)
        const from = await sourceAt(offset)
        const bytes = await readExactly(from.stream, length)
        from.at += bytes.length
        return bytes
      }),
    write: () => Promise.reject(new Error('the file is open for reading')),
    attributes: async () => ({ mode: 0o100_000 | entry.mode, size: entry.size }),
    change: (attributes) => turn(() => tree.change(entry.path, attributes)),
    close: () => turn(async () => void source?.stream.destroy()),
    abandon: () => void source?.stream.destroy(),
  }
}

/** Fewer at the end of the stream. */
async function readExactly(stream: Readable, length: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let missing = length
  while (missing > 0) {
    const chunk: Buffer | null = stream.read(Math.min(missing, Math.max(stream.readableLength, 1)))
    if (chunk !== null) {
      chunks.push(chunk)
      missing -= chunk.length
    } else if (stream.readableEnded || stream.destroyed) break
    else await firstOf([stream, 'readable'], [stream, 'end'], [stream, 'close'])
  }
  if (stream.errored) throw stream.errored
  return Buffer.concat(chunks)
}

export function openForWriting(tree: SandboxTree, path: string, given: AttributeChange): OpenFile {
  const turn = inTurn()
  const body = new PassThrough()
  const written = tree.write(path, body)
  // Told by the write or the close that comes next.
  written.catch((error: unknown) => body.destroy(error instanceof Error ? error : new Error(String(error))))
  let at = 0
  let attributes = withUmask(given)
  return {
    read: () => Promise.reject(new Error('the file is open for writing')),
    write: (offset, bytes) =>
      turn(async () => {
        if (offset !== at) throw new OutOfOrderError()
        at += bytes.length
        if (body.destroyed) await written
        else if (!body.write(bytes)) await Promise.race([firstOf([body, 'drain'], [body, 'close']), written])
      }),
    attributes: async () => ({ size: at }),
    // What is set before the last byte has been written would not stay.
    change: async (change) => {
      attributes = { ...attributes, ...change }
    },
    close: () =>
      turn(async () => {
        body.end()
        await written
        await applyAttributes(tree, path, attributes)
      }),
    abandon: () => void body.destroy(new Error('the client has gone')),
  }
}

/** Of the mode that a file is made with; one that is set afterwards stays as it is. */
function withUmask({ mode, ...others }: AttributeChange): AttributeChange {
  return mode === undefined ? others : { ...others, mode: mode & ~umask }
}

/** A process of the sandbox does it, so nothing is done that is so already. */
async function applyAttributes(
  tree: SandboxTree,
  path: string,
  { mode = modeOfUploads, modifiedAt }: AttributeChange,
): Promise<void> {
  const change = {
    ...(mode === modeOfUploads ? {} : { mode }),
    ...(modifiedAt === undefined ? {} : { modifiedAt }),
  }
  if (Object.keys(change).length > 0) await tree.change(path, change)
}
