import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileDigests } from './file-digests.ts'

// Of FIPS 180-2, appendix B.1, and of the empty message.
const ofAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const ofNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

let directory: string
const digests = new FileDigests()

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-digests-'))
})

afterAll(() => rm(directory, { recursive: true }))

test('is that of the content, for everybody who asks at once', async () => {
  const path = join(directory, 'abc')
  await writeFile(path, 'abc')
  expect(await Promise.all([digests.sha256(path), digests.sha256(path)])).toEqual([ofAbc, ofAbc])
  expect(await digests.sha256(path)).toBe(ofAbc)
})

test('of a file that was written since is a new one', async () => {
  const path = join(directory, 'grows')
  await writeFile(path, '')
  expect(await digests.sha256(path)).toBe(ofNothing)
  await appendFile(path, 'abc')
  expect(await digests.sha256(path)).toBe(ofAbc)
})

test('of a file that is not there is an error, and is none once it is', async () => {
  const path = join(directory, 'late')
  await expect(digests.sha256(path)).rejects.toMatchObject({ code: 'ENOENT' })
  await writeFile(path, 'abc')
  expect(await digests.sha256(path)).toBe(ofAbc)
})
