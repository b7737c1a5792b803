import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeStore } from '../../../../../test/suites/store.ts'
import { openStore } from './open-store.ts'

async function inFile() {
  const directory = await mkdtemp(join(tmpdir(), 'cay-store-'))
  const open = () => openStore(join(directory, 'cay.db'))
  return { directory, open, reopen: open, remove: () => rm(directory, { recursive: true }) }
}

describeStore('an SQLite file', inFile)
describeStore('SQLite in memory', async () => ({
  open: () => openStore(':memory:'),
  remove: async () => undefined,
}))

test('the files of a store are readable by their owner only', async () => {
  const { directory, open, remove } = await inFile()
  const store = await open()
  try {
    await store.keepSecret('seed', () => 'x')
    const files = await readdir(directory)
    expect(files).toContain('cay.db')
    for (const file of files) expect((await stat(join(directory, file))).mode & 0o077).toBe(0)
  } finally {
    await store.close()
    await remove()
  }
})
