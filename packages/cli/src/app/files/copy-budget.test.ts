import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { CopyBudget, spaceFor } from './copy-budget.ts'

const plenty = Number.MAX_SAFE_INTEGER
const endless = () =>
  new Readable({
    read() {
      this.push(Buffer.alloc(1000))
    },
  })

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const chunk of content) bytes += chunk.length
  return bytes
}

test('a file may have grown since it was listed, up to a bound', async () => {
  const budget = new CopyBudget(plenty, { growthBytesMax: 5000 })
  expect(
    await bytesOf(budget.takeFile(Readable.from([Buffer.alloc(6000)]), { path: '/a', size: 1000 })),
  ).toBe(6000)
  const body = endless()
  await expect(bytesOf(budget.takeFile(body, { path: '/a', size: 1000 }))).rejects.toThrow(
    '"/a" is not copied: it is longer than the 1000 bytes of its listing',
  )
  expect(body.destroyed).toBe(true)
})

test('the files of one copy have the room of the disk together', async () => {
  const budget = new CopyBudget(3000)
  expect(
    await bytesOf(budget.takeFile(Readable.from([Buffer.alloc(2500)]), { path: '/a', size: null })),
  ).toBe(2500)
  await expect(bytesOf(budget.takeFile(endless(), { path: '/b', size: null }))).rejects.toThrow(
    '"/b" is not copied: the disk has no room for it',
  )
})

test('a file whose bytes stop coming ends the copy', async () => {
  const body = new PassThrough()
  body.write('a part')
  const budget = new CopyBudget(plenty, { idleMsMax: 20 })
  await expect(bytesOf(budget.takeFile(body, { path: '/a', size: null }))).rejects.toThrow(
    'no byte of "/a" came',
  )
})

test('a tree has a bound of depth and of entries', () => {
  const budget = new CopyBudget(plenty, { depthMax: 2, entriesMax: 10 })
  budget.takeListing('/', { depth: 0, entries: 1 })
  budget.takeListing('/a', { depth: 1, entries: 1 })
  budget.takeListing('/a/b', { depth: 2, entries: 0 })
  expect(() => budget.takeListing('/a/b', { depth: 2, entries: 1 })).toThrow('it lies 2 directories deep')
  expect(() => budget.takeListing('/a', { depth: 1, entries: 9 })).toThrow('more than 10 entries')
})

test('a tenth of a small disk and one gibibyte of a large one stay free', () => {
  expect(spaceFor(1000)).toBe(900)
  expect(spaceFor(100 * 1024 ** 3)).toBe(99 * 1024 ** 3)
})
