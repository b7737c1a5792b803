import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nameDraft, nameDraftOver, openDraft, removeDrafts } from './draft.ts'

let top: string

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'cay-draft-'))
})

afterEach(async () => {
  await rm(top, { recursive: true })
})

test('a draft has no name until it is whole, and replaces a file only where that is asked for', async () => {
  const path = join(top, 'file')
  for (const text of ['first', 'second']) {
    await using draft = await openDraft(top)
    await draft.writeFile(text)
    expect(await readdir(top)).toEqual(text === 'first' ? [] : ['file'])
    if (text === 'first') nameDraft(draft, path)
    else expect(() => nameDraft(draft, path)).toThrow(expect.objectContaining({ code: 'EEXIST' }))
    await nameDraftOver(draft, path, top)
    expect(await readFile(path, 'utf8')).toBe(text)
  }
  expect(await readdir(top)).toEqual(['file'])
})

test('a draft that cannot replace leaves nothing', async () => {
  await mkdir(join(top, 'directory'))
  await using draft = await openDraft(top)
  await expect(nameDraftOver(draft, join(top, 'directory'), top)).rejects.toMatchObject({ code: 'EISDIR' })
  await expect(nameDraftOver(draft, join(top, 'none/file'), top)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await readdir(top)).toEqual(['directory'])
})

test('what a process that was killed while it replaced a file left stayed for good', async () => {
  for (const name of [`.upload-${randomUUID()}`, '.upload-mine', 'file']) await writeFile(join(top, name), '')
  await removeDrafts(top)
  expect((await readdir(top)).sort()).toEqual(['.upload-mine', 'file'])
})
