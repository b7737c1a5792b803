/**
 * Applies the changes of a sandbox to a tree, as its daemon exports them: an archive of new and changed files, whose last
 * entry lists the deleted ones. An archive without this list is incomplete.
 */
import { refuseArchive } from '@cay/core/archive/archive-error.ts'
import { splitEntryPath } from '@cay/core/archive/entry-path.ts'
import { type TarEntry, TarParser } from '@cay/core/archive/tar-parser.ts'
import { applyEntry } from '../../dialect/tree/apply-entry.ts'
import type { Directory } from '../../dialect/tree/tree.ts'
import { type ApplyLayer, count } from './apply-layer.ts'

const deletionsName = '.cay/deletions'
/** Bytes of the list: a path has forty or so. */
const deletionsBytesMax = 256 * 1024 * 1024

export async function applyChanges({ root, writer, layer, archive, counts }: ApplyLayer): Promise<void> {
  const overlay = {
    root,
    layer,
    isLiteral: true,
    nextBlock: (size: number) => writer.nextBlock(size),
    leftOut: () => {
      counts.devicesLeftOut += 1
    },
  }
  const deletions: Buffer[] = []
  let sink: 'image' | 'deletions' | 'nowhere' = 'nowhere'
  let isWhole = false
  const parser = new TarParser({
    entry(entry) {
      if (entry.name === deletionsName) {
        if (entry.size > deletionsBytesMax) throw refuseArchive('too many files were removed')
        sink = 'deletions'
        isWhole = true
        return
      }
      count(counts, entry)
      sink = applyEntry(overlay, asItIs(entry)) ? 'image' : 'nowhere'
    },
    data(bytes) {
      if (sink === 'image') writer.write(bytes)
      if (sink === 'deletions') deletions.push(Buffer.from(bytes))
    },
    entryEnd() {
      if (sink === 'image') writer.endContent()
    },
  })
  for await (const bytes of archive) {
    parser.push(bytes)
    await writer.settle()
  }
  parser.end()
  if (!isWhole) throw new Error('the archive of changes is incomplete')
  for (const path of Buffer.concat(deletions).toString('latin1').split('\0'))
    remove(root, splitEntryPath(path))
}

/** What tar cannot say stands in records of our own. */
function asItIs(entry: TarEntry): TarEntry {
  const { records } = entry
  const exact = (key: string, present: string) => {
    const value = records.get(key)
    return value === undefined ? present : Buffer.from(value, 'base64').toString('latin1')
  }
  return {
    ...entry,
    name: exact('CAY.path', entry.name),
    linkName: exact('CAY.linkpath', entry.linkName),
    mode: records.has('CAY.mode') ? 0 : entry.mode,
  }
}

/** Follows no link: a link may lie where the directory was. */
function remove(root: Directory, names: readonly string[]): void {
  let directory = root
  for (const name of names.slice(0, -1)) {
    const next = directory.entries.get(name)
    if (next?.kind !== 'directory') return
    directory = next
  }
  directory.entries.delete(names.at(-1) ?? '')
}
