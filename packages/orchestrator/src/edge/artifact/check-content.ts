/** What several nodes share is known by its content, so a node that stored something else under that name is found out. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '@cay/core/errors.ts'

/** Of a file, in hex. */
export async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), digest)
  return digest.digest('hex')
}

/** Throws snapshot_damaged, and removes what was fetched, unless the id that follows from the content is the one that was asked for. */
export async function checkContent(artifactId: string, foundId: string, target: string): Promise<void> {
  if (foundId === artifactId) return
  await rm(target, { recursive: true, force: true })
  throw new ServiceError(
    'snapshot_damaged',
    `the content of artifact ${artifactId} is not the one that its name says`,
  )
}
