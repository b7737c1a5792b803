/**
 * Archives of COPY steps, by team and the hash that the client sent. The hash covers the files and not the archive, so only
 * this is verified: the announced number of bytes was sent, and they begin like an archive.
 */

import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { limits } from '@cay/contract/limits.ts'
import { ServiceError } from '@cay/core/errors.ts'
import type { BuildStoreLayout } from '../../dialect/template-build/build-layout.ts'
import type { ArchiveStore } from '../../ports/template-build.ts'
import { markUsed } from './cache-entries.ts'

/** `roomBytes`: bytes of disk that may be used now. */
export function fileArchives(layout: BuildStoreLayout, roomBytes: () => Promise<number>): ArchiveStore {
  const place = (teamId: string, filesHash: string) => `${layout.files(teamId)}/${layout.checked(filesHash)}`
  return {
    async find(teamId, filesHash) {
      const path = place(teamId, filesHash)
      try {
        await markUsed(path)
        return path
      } catch {
        // Never uploaded, or evicted since.
        return undefined
      }
    },
    async store({ teamId, filesHash, sizeBytes }, bytes) {
      if (sizeBytes > limits.uploadBytesMax) throw tooLarge()
      if (sizeBytes > (await roomBytes())) throw noRoom()
      const directory = layout.files(teamId)
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const aside = `${directory}/.aside-${randomUUID()}`
      try {
        await write(aside, counted(withinRoom(bytes, roomBytes), sizeBytes))
        await checkArchive(aside)
        await rename(aside, place(teamId, filesHash))
      } finally {
        await rm(aside, { force: true })
      }
    },
  }
}

/** The file is opened before anything can fail: a stream would open it later, even after it was abandoned. */
async function write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(bytes)
}

/** Bytes between checks of the free space, which others use concurrently. */
const lookEveryBytes = 64 * 1024 ** 2

async function* withinRoom(
  bytes: AsyncIterable<Uint8Array>,
  roomBytes: () => Promise<number>,
): AsyncGenerator<Uint8Array> {
  let unseen = 0
  for await (const piece of bytes) {
    unseen += piece.length
    if (unseen >= lookEveryBytes) {
      if ((await roomBytes()) < unseen) throw noRoom()
      unseen = 0
    }
    yield piece
  }
}

async function* counted(bytes: AsyncIterable<Uint8Array>, expected: number): AsyncGenerator<Uint8Array> {
  let count = 0
  for await (const piece of bytes) {
    count += piece.length
    if (count > expected) throw wrongSize(expected)
    yield piece
  }
  if (count !== expected) throw wrongSize(expected)
}

/** Accepts gzip, zstd and plain tar; an empty archive is two blocks of zeros. */
async function checkArchive(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    const first = Buffer.alloc(512)
    await file.read(first, 0, 512, 0)
    const isPacked = first.readUInt16BE(0) === 0x1f8b || first.readUInt32LE(0) === 0xfd2fb528
    const isTar = first.toString('latin1', 257, 262) === 'ustar' || first.every((byte) => byte === 0)
    if (!isPacked && !isTar) throw new ServiceError('request_invalid', 'the upload is not a tar archive')
  } finally {
    await file.close()
  }
}

function wrongSize(expected: number): ServiceError {
  return new ServiceError('request_invalid', `the upload does not have the announced ${expected} bytes`)
}

function noRoom(): ServiceError {
  return new ServiceError('no_capacity', 'the node has no room on its disk for an archive of this size')
}

function tooLarge(): ServiceError {
  return new ServiceError('body_too_large', `an archive of files has at most ${limits.uploadBytesMax} bytes`)
}
