/** What files take of a disk, with the links that they share. */
import { readdir, stat } from 'node:fs/promises'
import type { CachedFile } from '@cay/core/template/choose-evicted.ts'

/** The file, or the directory with all that is below it. Without what is removed meanwhile. */
export async function cachedFilesOf(path: string): Promise<CachedFile[]> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return []
  const bytes = found.blocks * 512
  if (!found.isDirectory()) return [{ inode: found.ino, names: found.nlink, bytes }]
  const names = await readdir(path).catch(() => [])
  const inner = await Promise.all(names.map((name) => cachedFilesOf(`${path}/${name}`)))
  return [{ inode: found.ino, names: 1, bytes }, ...inner.flat()]
}
