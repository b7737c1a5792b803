import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { readClusterFile, writeClusterFile } from './cluster-file.ts'

async function place(): Promise<string> {
  const directory = await mkdtemp(`${tmpdir()}/cay-cluster-file-`)
  onTestFinished(() => rm(directory, { recursive: true }))
  return `${directory}/cluster.json`
}

test('an installation that belongs to no cluster has no settings of one', async () => {
  expect(readClusterFile(await place())).toEqual({})
})

test('what was written is read', async () => {
  const path = await place()
  const settings = { CAY_DATABASE_URL: 'postgresql://cay@db/cay', CAY_BLOBS_URL: 'file:///objects' }
  await writeClusterFile(path, settings)
  expect(readClusterFile(path)).toEqual(settings)
})

test('a damaged file is not taken for none, and the operator is told what to set instead', async () => {
  const path = await place()
  await writeFile(path, '{"CAY_DATABASE_URL":')
  expect(() => readClusterFile(path)).toThrow(/cluster\.json is damaged: remove it, and set CAY_DATABASE_URL/)
})
