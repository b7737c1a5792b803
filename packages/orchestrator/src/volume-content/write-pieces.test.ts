import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { writePieces } from './write-pieces.ts'

async function openFile() {
  const directory = await mkdtemp(join(tmpdir(), 'cay-pieces-'))
  const path = join(directory, 'file')
  const file = await open(path, 'w')
  onTestFinished(async () => {
    await file.close()
    await rm(directory, { recursive: true })
  })
  return { path, file }
}

async function* bodyOf(sizes: readonly number[]) {
  for (const [index, size] of sizes.entries()) yield Buffer.alloc(size, index + 1)
}

test.each([
  ['nothing', []],
  ['one small piece', [5]],
  ['many pieces that do not fill the last one', Array.from({ length: 50 }, () => 65_536 + 7)],
  ['pieces that are larger than what is written at once', [3_000_000, 1, 2_000_000]],
])('a body of %s is in the file byte by byte', async (_, sizes) => {
  const { path, file } = await openFile()
  await writePieces(file, bodyOf(sizes))
  expect((await readFile(path)).equals(Buffer.concat(await Array.fromAsync(bodyOf(sizes))))).toBe(true)
})

test('what a write leaves is written afterwards', async () => {
  const { path, file } = await openFile()
  const { writev } = file
  // Of all that it is given it takes one byte.
  vi.spyOn(file, 'writev').mockImplementation(([first]) =>
    writev.call(file, first === undefined ? [] : [new Uint8Array(first.buffer, first.byteOffset, 1)]),
  )
  const sizes = [700_000, 700_000]
  await writePieces(file, bodyOf(sizes))
  expect((await readFile(path)).equals(Buffer.concat(await Array.fromAsync(bodyOf(sizes))))).toBe(true)
})

test('a write that fails fails the body, also when more of it arrives meanwhile', async () => {
  const { file } = await openFile()
  vi.spyOn(file, 'writev').mockRejectedValueOnce(Object.assign(new Error('full'), { code: 'ENOSPC' }))
  await expect(writePieces(file, bodyOf([2_000_000, 10, 10, 2_000_000]))).rejects.toThrow('full')
})
