/** The key that authenticates backups, in a file of its own: 64 hexadecimal digits. */
import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { isErrno } from '@cay/kit/host/errno.ts'
import { createAtomic } from '@cay/kit/host/write-atomic.ts'

const keyBytes = 32
/** Of a file that is read; more than the digits and a line break take. */
const fileBytesMax = 256

/** Throws when the file is missing, or holds anything else. */
export async function readBackupKey(path: string): Promise<Uint8Array> {
  const text = await readStart(path)
  if (!/^\s*[0-9a-f]{64}\s*$/i.test(text))
    throw new Error(`${path} is not a key of backups: that has 64 hexadecimal digits`)
  return Buffer.from(text.trim(), 'hex')
}

/** Makes a key where there is none. */
export async function ensureBackupKey(
  path: string,
): Promise<{ readonly key: Uint8Array; readonly isNew: boolean }> {
  const isNew = await createAtomic(path, `${randomBytes(keyBytes).toString('hex')}\n`)
  return { key: await readBackupKey(path), isNew }
}

async function readStart(path: string): Promise<string> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(fileBytesMax), 0, fileBytesMax, 0)
      return buffer.toString('latin1', 0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    if (isErrno(error, 'ENOENT')) throw new Error(`${path} does not exist`, { cause: error })
    throw error
  }
}
