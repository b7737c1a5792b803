import { createHash } from 'node:crypto'
import { run } from '@cay/kit/host/run.ts'
import { readFilesBelow } from './recipe-directory.ts'

/** Bundles the daemon into an empty directory, and resolves with the digest of the bundle. */
export async function bundleDaemon(bundler: string, directory: string): Promise<string> {
  await run([process.execPath, bundler, directory])
  const hash = createHash('sha256')
  for (const [path, content] of await readFilesBelow(directory))
    hash.update(`${path}\0${content.byteLength}\0`).update(content)
  return hash.digest('hex')
}
