import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Readable by root alone: whoever has the token may call every tool. */
export async function writeToken(path: string, token: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, token, { mode: 0o600 })
  // It may have been there with another mode.
  await chmod(path, 0o600)
}
