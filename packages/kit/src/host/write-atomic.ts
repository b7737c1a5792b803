import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a file so that a reader sees the old text or the new one, also after a crash. */
export async function writeAtomic(path: string, text: string, mode = 0o600): Promise<void> {
  const aside = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const file = await open(aside, 'wx', mode)
    try {
      await file.writeFile(text)
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(aside, path)
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
