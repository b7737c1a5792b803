import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
