import type { BigIntStats } from 'node:fs'
import { appendFile, type FileHandle, mkdtemp, rm, stat as statOf, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FileChecksums } from './file-checksums.ts'

/** With the checksum that every description of CRC-32 gives for it. */
const digits = '123456789'
const ofDigits = 0xcbf43926
const ofNothing = 0

let directory: string
const checksums = new FileChecksums()

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-checksums-'))
})

afterAll(() => rm(directory, { recursive: true }))

test('is that of the content, for everybody who asks at once', async () => {
  const path = join(directory, 'digits')
  await writeFile(path, digits)
  expect(await Promise.all([checksums.crc32(path), checksums.crc32(path)])).toEqual([ofDigits, ofDigits])
  expect(await checksums.crc32(path)).toBe(ofDigits)
})

test('of a file that was written since is a new one', async () => {
  const path = join(directory, 'grows')
  await writeFile(path, '')
  expect(await checksums.crc32(path)).toBe(ofNothing)
  await appendFile(path, digits)
  expect(await checksums.crc32(path)).toBe(ofDigits)
})

test('that is known by other means is taken for it until the file is written', async () => {
  const path = join(directory, 'trusted')
  await writeFile(path, 'of other content')
  await checksums.trust(path, ofDigits)
  expect(await checksums.crc32(path)).toBe(ofDigits)
  await writeFile(path, 'of other content')
  expect(await checksums.crc32(path)).toBe(crc32('of other content'))
})

describe('by a clock of the kernel that does not tick,', () => {
  const standingMs = Date.now()
  const standingNs = BigInt(standingMs) * 1_000_000n
  const notAfter = (timeNs: bigint) => (timeNs < standingNs ? timeNs : standingNs)
  /** Whatever happens now happens at one instant; times that were set are kept. */
  const stat = async (file: FileHandle): Promise<BigIntStats> => {
    const stats = await file.stat({ bigint: true })
    return Object.assign(stats, { mtimeNs: notAfter(stats.mtimeNs), ctimeNs: notAfter(stats.ctimeNs) })
  }
  const standing = () => new FileChecksums({ stat, nowMs: () => standingMs })
  const other = '987654321'

  test('a file that was rewritten within one tick kept its checksum', async () => {
    const path = join(directory, 'rewritten')
    const checksums = standing()
    await writeFile(path, digits)
    expect(await checksums.crc32(path)).toBe(ofDigits)
    await writeFile(path, other)
    expect(await checksums.crc32(path)).toBe(crc32(other))
  })

  test('a file that was rewritten in the tick of its arrival kept the checksum that was known for it', async () => {
    const path = join(directory, 'arrived')
    const checksums = standing()
    await writeFile(path, digits)
    await checksums.trust(path, ofDigits)
    await writeFile(path, other)
    expect(await checksums.crc32(path)).toBe(crc32(other))
  })

  test('a file that was written just now is read once', async () => {
    const path = join(directory, 'read once')
    const checksums = standing()
    await writeFile(path, digits)
    expect(await checksums.crc32(path)).toBe(ofDigits)
    const { mtime } = await statOf(path)
    // What no write does: a second reading would see the difference.
    await writeFile(path, other)
    await utimes(path, mtime, mtime)
    expect(await checksums.crc32(path)).toBe(ofDigits)
  })

  test('a file that is written again while it is looked at is read each time', async () => {
    const path = join(directory, 'written meanwhile')
    await writeFile(path, digits)
    let content = digits
    const busy = async (file: FileHandle) => {
      await writeFile(path, content)
      return await stat(file)
    }
    const checksums = new FileChecksums({ stat: busy, nowMs: () => standingMs })
    expect(await checksums.crc32(path)).toBe(ofDigits)
    content = other
    expect(await checksums.crc32(path)).toBe(crc32(other))
  })
})

test('of a file that is not there is an error, and is none once it is', async () => {
  const path = join(directory, 'late')
  await expect(checksums.crc32(path)).rejects.toMatchObject({ code: 'ENOENT' })
  await writeFile(path, digits)
  expect(await checksums.crc32(path)).toBe(ofDigits)
})

test('of a file that is read in pieces is that of the whole', async () => {
  const path = join(directory, 'long')
  const content = Buffer.alloc(3_000_001, 'piece')
  await writeFile(path, content)
  expect(await checksums.crc32(path)).toBe(crc32(content))
})
