/** Files of artifacts in memory. A download is visible when it is committed. */
import type { ArtifactFile, ArtifactSink, ArtifactSource } from '../ports/artifact-files.ts'

export interface MemoryFile extends ArtifactFile {
  readonly content: Uint8Array
}

export function memorySource(files: readonly MemoryFile[]): ArtifactSource {
  return {
    files: files.map(({ name, bytes, isExecutable }) => ({ name, bytes, isExecutable })),
    async read(name, offset, buffer) {
      const file = files.find((candidate) => candidate.name === name)
      const read = file?.content.subarray(offset, offset + buffer.length)
      if (read?.length !== buffer.length) throw new Error(`file ${name} became shorter while it was read`)
      buffer.set(read)
    },
    close: async () => undefined,
  }
}

export interface MemorySink extends ArtifactSink {
  /** Undefined until the commit. */
  committed(): readonly MemoryFile[] | undefined
  /** What is there, committed or not. */
  readonly held: ReadonlyMap<string, MemoryFile>
  writtenBytes(): number
}

export function createMemorySink(): MemorySink {
  const held = new Map<string, MemoryFile>()
  let isCommitted = false
  let writtenBytes = 0
  return {
    held,
    writtenBytes: () => writtenBytes,
    committed: () => (isCommitted ? [...held.values()] : undefined),
    async create(file) {
      held.set(file.name, { ...file, content: new Uint8Array(file.bytes) })
    },
    async write(name, offset, bytes) {
      held.get(name)?.content.set(bytes, offset)
      writtenBytes += bytes.length
    },
    async commit() {
      isCommitted = true
    },
    async discard() {
      held.clear()
    },
  }
}
