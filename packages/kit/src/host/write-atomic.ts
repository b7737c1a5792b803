import { randomBytes } from 'node:crypto'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isErrno } from './errno.ts'

/** Writes a file so that a reader sees the old text or the new one, also after a crash. */
export async function writeAtomic(path: string, text: string, mode = 0o600): Promise<void> {
  await placeAtomic(path, { text, mode }, (aside) => rename(aside, path))
}

/** The same, unless the file exists: of several processes that create it at once, one succeeds. */
export async function createAtomic(path: string, text: string, mode = 0o600): Promise<boolean> {
  try {
    await placeAtomic(path, { text, mode }, async (aside) => {
      await link(aside, path)
      await rm(aside)
    })
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    throw error
  }
}

async function placeAtomic(
  path: string,
  { text, mode }: { text: string; mode: number },
  place: (aside: string) => Promise<void>,
): Promise<void> {
  const aside = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const file = await open(aside, 'wx', mode)
    try {
      await file.writeFile(text)
      await file.datasync()
    } finally {
      await file.close()
    }
    await place(aside)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
  await syncDirectory(dirname(path))
}

/** Makes created and renamed entries of the directory durable. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
