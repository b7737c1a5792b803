import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '@cay/kit/host/run.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const gen = 'packages/contract/src/gen'
let again: string

beforeAll(async () => {
  again = await mkdtemp(join(tmpdir(), 'cay-generated-'))
})

afterAll(() => rm(again, { recursive: true, force: true }))

test('generating from spec/ again gives the committed text', async () => {
  await run([process.execPath, join(root, 'scripts/generate.mjs'), again])
  expect(await textsBelow(join(again, gen))).toEqual(await textsBelow(join(root, gen)))
}, 300_000)

test('what is generated for the control API imports nothing at run time and has no enum', async () => {
  const texts = await textsBelow(join(root, gen, 'control'))
  expect(texts['operations.js']).not.toMatch(/^import |^} from /m)
  expect(Object.values(texts).join('\n')).not.toMatch(/^\s*(export |declare |const )*enum /m)
})

async function textsBelow(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(
    files.sort().map(async (file) => [file.slice(directory.length + 1), await readFile(file, 'utf8')]),
  )
  return Object.fromEntries(texts)
}
