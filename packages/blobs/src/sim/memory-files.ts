/** Files of artifacts that have no name. A download is visible when it is committed. */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ArtifactFile, ArtifactSink, ArtifactSource } from '../ports/artifact-files.ts'

export interface MemoryFile extends ArtifactFile {
  readonly content: Uint8Array
}

/** Its files are closed with it. */
export function memorySource(files: readonly MemoryFile[]): ArtifactSource {
  const descriptors = new Map<string, number>()
  return {
    files: files.map(({ name, bytes, isExecutable }) => ({ name, bytes, isExecutable })),
    async descriptor(name) {
      const known = descriptors.get(name)
      if (known !== undefined) return known
      const descriptor = openUnnamed()
      descriptors.set(name, descriptor)
      const content = files.find((file) => file.name === name)?.content ?? new Uint8Array()
      for (let at = 0; at < content.length; )
        at += writeSync(descriptor, content, at, content.length - at, at)
      return descriptor
    },
    async close() {
      for (const descriptor of descriptors.values()) closeSync(descriptor)
      descriptors.clear()
    },
  }
}

export interface MemorySink extends ArtifactSink {
  /** Undefined until the commit. */
  committed(): readonly MemoryFile[] | undefined
  /** The names of what is there, committed or not. */
  readonly held: ReadonlySet<string>
  /** At the commit: bytes that are no holes. */
  writtenBytes(): number
}

export function createMemorySink(): MemorySink {
  const open = new Map<string, { readonly file: ArtifactFile; readonly descriptor: number }>()
  const held = new Set<string>()
  let committed: MemoryFile[] | undefined
  let writtenBytes = 0
  const closeAll = () => {
    for (const { descriptor } of open.values()) closeSync(descriptor)
    open.clear()
  }
  return {
    held,
    writtenBytes: () => writtenBytes,
    committed: () => committed,
    async create(file) {
      const descriptor = openUnnamed()
      ftruncateSync(descriptor, file.bytes)
      open.set(file.name, { file, descriptor })
      held.add(file.name)
    },
    descriptor(name) {
      const found = open.get(name)
      if (found === undefined) throw new Error(`file ${name} was not created`)
      return found.descriptor
    },
    async commit() {
      const files = [...open.values()]
      for (const { descriptor } of files) writtenBytes += fstatSync(descriptor).blocks * blockBytes
      committed = files.map(({ file, descriptor }) => ({
        ...file,
        content: contentOf(descriptor, file.bytes),
      }))
      closeAll()
    },
    async discard() {
      closeAll()
      held.clear()
    },
  }
}

const blockBytes = 512

function openUnnamed(): number {
  // In memory where there is such a place: its files have holes of single pages.
  const directory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  const path = join(directory, `cay-test-${randomBytes(12).toString('hex')}`)
  const descriptor = openSync(path, 'wx+', 0o600)
  rmSync(path)
  return descriptor
}

function contentOf(descriptor: number, bytes: number): Buffer {
  const content = Buffer.alloc(bytes)
  for (let at = 0; at < bytes; ) {
    const read = readSync(descriptor, content, at, bytes - at, at)
    if (read === 0) throw new Error('the file became shorter')
    at += read
  }
  return content
}
