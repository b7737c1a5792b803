/** Reads and replaces small files of a tree while the image is being written. */
import { refuseArchive } from '@cay/core/archive/archive-error.ts'
import { bytesOf } from '@cay/core/archive/bytes.ts'
import { type Attributes, type Directory, ensureDirectory, findEntry } from '../../dialect/tree/tree.ts'
import type { ImageWriter } from '../../ports/image-writer.ts'

export interface TreeFiles {
  /** Each character is a byte; undefined when there is no such file. */
  read(path: string): Promise<string | undefined>
  /** Replaces what is there. Attributes that are not given are those of the file before, else those of root's files. */
  put(path: string, content: string, attributes?: Partial<Attributes>): void
}

/** A larger one is none of those that are read here. Bytes. */
const textBytesMax = 4 * 1024 * 1024

/** Higher than any layer. */
export const provisionLayer = Number.MAX_SAFE_INTEGER

const usual: Attributes = { mode: 0o644, uid: 0, gid: 0, mtimeSeconds: 0, mtimeNanos: 0 }

export function openTreeFiles(root: Directory, writer: ImageWriter): TreeFiles {
  return {
    async read(path) {
      const entry = findEntry(root, namesOf(path))
      if (entry?.kind !== 'file') return undefined
      if (entry.size > textBytesMax) throw refuseArchive(`${path} has ${entry.size} bytes`)
      return (await writer.read(entry.block, entry.size)).toString('latin1')
    },
    put(path, content, attributes = {}) {
      const names = namesOf(path)
      const before = findEntry(root, names)
      const parent = ensureDirectory(root, names.slice(0, -1), provisionLayer)
      const block = writer.nextBlock(content.length)
      writer.write(bytesOf(content))
      writer.endContent()
      parent.entries.set(names.at(-1) ?? '', {
        kind: 'file',
        layer: provisionLayer,
        attributes: { ...(before?.kind === 'file' ? before.attributes : usual), ...attributes },
        size: content.length,
        block,
      })
    },
  }
}

export function namesOf(path: string): string[] {
  return path.split('/').filter((name) => name !== '')
}
