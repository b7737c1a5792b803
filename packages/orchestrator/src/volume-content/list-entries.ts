/** Lists a directory of a volume, parents before their children, in the order of names. */
import { readdir } from 'node:fs/promises'
import { isErrno } from '@cay/kit/host/errno.ts'
import { type Entry, readEntry } from './entry.ts'

export async function* listEntries(path: string, depth: number, uidBase: number): AsyncGenerator<Entry> {
  const names = (await readdir(path)).sort()
  for (const name of names) {
    const entry = await unlessGone(() => readEntry(path === '/' ? `/${name}` : `${path}/${name}`, uidBase))
    if (entry === undefined) continue
    yield entry
    if (entry.type === 'directory' && depth > 1) yield* listBelow(entry.path, depth - 1, uidBase)
  }
}

/** Sandboxes change the tree meanwhile. */
async function* listBelow(path: string, depth: number, uidBase: number): AsyncGenerator<Entry> {
  try {
    yield* listEntries(path, depth, uidBase)
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw error
  }
}

async function unlessGone<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}
