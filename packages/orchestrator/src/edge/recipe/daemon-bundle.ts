import { createHash } from 'node:crypto'
import { run } from '@cay/kit/host/run.ts'
import { readFilesBelow } from './recipe-directory.ts'

/** Runs the daemon's bundler into an empty directory and returns the digest of what it made. */
export async function bundleDaemon(bundler: string, directory: string): Promise<string> {
  await run([process.execPath, bundler, directory])
  const hash = createHash('sha256')
  for (const [path, content] of await readFilesBelow(directory))
    hash.update(`${path}\0${content.byteLength}\0`).update(content)
  return hash.digest('hex')
}
