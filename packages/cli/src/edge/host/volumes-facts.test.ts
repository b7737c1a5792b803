import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readVolumesFacts } from './volumes-facts.ts'

test('what volumes rely on is tried on the file system itself, and nothing is left of it', async () => {
  const path = await mkdtemp(join(tmpdir(), 'cay-volumes-dir-'))
  onTestFinished(() => rm(path, { recursive: true }))
  expect(await readVolumesFacts(path)).toEqual({
    path,
    freeBytes: expect.any(Number),
    promises: { rename: true, fsync: true, locks: true, sparse: true },
    between: { held: [], broken: [] },
  })
  expect(await readdir(path)).toEqual([])
})

test.each(['/proc', '/that/is/not/there'])('%s keeps nothing', async (path) => {
  expect(await readVolumesFacts(path)).toEqual({
    path,
    freeBytes: 0,
    promises: undefined,
    between: { held: [], broken: [] },
  })
})
