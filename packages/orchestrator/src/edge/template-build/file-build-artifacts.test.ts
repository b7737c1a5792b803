import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pathsFileOf } from '../../dialect/template/template-layout.ts'
import { buildStoreLayout } from '../../dialect/template-build/build-layout.ts'
import { fileBuildArtifacts } from './file-build-artifacts.ts'

test('the base of a build exists as long as the build links to it, memory included', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cay-made-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const base = `${dataDir}/base`
  const rootfs = `${base}/rootfs.erofs`
  const checkpoint = `${base}/checkpoint`
  await mkdir(checkpoint, { recursive: true })
  await writeFile(rootfs, 'rootfs')
  await writeFile(pathsFileOf(rootfs), 'paths')
  await writeFile(`${checkpoint}/pages.img`, 'memory')
  const traits = { runtimeVersion: 'runsc 1', runtimeFlags: [], cpuFeatures: '' }
  const options = {
    store: buildStoreLayout(dataDir),
    traits,
    nowMs: () => 0,
    onChange: async () => undefined,
  }
  const scratch = await mkdtemp(`${dataDir}/scratch-`)
  const held = await fileBuildArtifacts({ dataDir, ...options }).hold({ rootfs, checkpoint }, scratch)
  await rm(base, { recursive: true })
  expect(await readFile(held.rootfs, 'utf8')).toBe('rootfs')
  expect(await readFile(pathsFileOf(held.rootfs), 'utf8')).toBe('paths')
  expect(await readFile(`${held.checkpoint}/pages.img`, 'utf8')).toBe('memory')
})
