import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cleanStaging } from './staging.ts'

test('what a killed builder left is removed, also under the name that staging had before', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'staging-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const templates = join(dataDir, 'templates')
  for (const name of ['.staging', '.workshop', 'a-template'])
    await mkdir(join(templates, name, 'containers', 'c'), { recursive: true })
  await cleanStaging(dataDir)
  expect(await readdir(templates)).toEqual(['a-template'])
})
