import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pathsFileOf } from '../../dialect/template/template-layout.ts'
import { buildStoreLayout } from '../../dialect/template-build/build-layout.ts'
import type { LayerFiles } from '../../ports/template-build.ts'
import { fileBases, fileLayers } from './file-layers.ts'
import { linkRootfs } from './link-rootfs.ts'

const team = '11111111-aaaa-4aaa-8aaa-111111111111'
const other = '22222222-bbbb-4bbb-8bbb-222222222222'
const key = 'f'.repeat(32)
const traits = { runtimeVersion: 'runsc 1', runtimeFlags: ['--a'], cpuFeatures: 'sse' }
const layer = { context: { user: 'user', workdir: undefined, variables: { A: 'b' } }, filesKey: key }

async function open() {
  const directory = await mkdtemp(join(tmpdir(), 'cay-layers-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const rootfs = join(directory, 'base.erofs')
  await writeFile(rootfs, 'rootfs')
  await writeFile(pathsFileOf(rootfs), '')
  const layout = buildStoreLayout(directory)
  const scratch = () => mkdtemp(join(directory, 'scratch-'))
  return { layout, layers: fileLayers(layout, traits), bases: fileBases(layout), rootfs, scratch }
}

test('a layer is there for its team, as it was kept, on the runtime that wrote it', async () => {
  const { layout, layers, rootfs, scratch } = await open()
  const making = await layers.begin(team, key)
  await writeFile(`${making.checkpoint}/checkpoint.img`, 'memory')
  await making.keep(layer, { rootfs, controlToken: 'token' })
  await making.discard()
  expect(await layers.find(team, key)).toEqual(layer)
  const files = await layers.hold(team, key, await scratch())
  expect(files?.controlToken).toBe('token')
  expect(await readFile(files?.rootfs ?? '', 'utf8')).toBe('rootfs')
  expect(await readFile(`${files?.checkpoint}/checkpoint.img`, 'utf8')).toBe('memory')
  expect(await layers.find(other, key)).toBeUndefined()
  const later = fileLayers(layout, { ...traits, runtimeVersion: 'runsc 2' })
  expect(await later.find(team, key)).toBeUndefined()
  expect(await later.hold(team, key, await scratch())).toBeUndefined()
})

test('a layer without files of its own has none', async () => {
  const { layers, scratch } = await open()
  await layers.keep(team, key, layer)
  expect(await layers.find(team, key)).toEqual(layer)
  expect(await layers.hold(team, key, await scratch())).toBeUndefined()
})

test('two builds that make the same layer at once each keep a whole one', async () => {
  const { layers, rootfs, layout, scratch } = await open()
  const [one, two] = [await layers.begin(team, key), await layers.begin(team, key)]
  await writeFile(`${one.checkpoint}/checkpoint.img`, 'one')
  await one.keep(layer, { rootfs, controlToken: 'of one' })
  await one.discard()
  const memoryOf = (files: LayerFiles | undefined) => readFile(`${files?.checkpoint}/checkpoint.img`, 'utf8')
  const ofOne = await layers.hold(team, key, await scratch())
  expect([await memoryOf(ofOne), ofOne?.controlToken]).toEqual(['one', 'of one'])
  await writeFile(`${two.checkpoint}/checkpoint.img`, 'two')
  await two.keep(layer, { rootfs, controlToken: 'of two' })
  await two.discard()
  const ofTwo = await layers.hold(team, key, await scratch())
  expect([await memoryOf(ofTwo), ofTwo?.controlToken]).toEqual(['two', 'of two'])
  expect(await readdir(layout.layers(team))).toEqual([key])
})

test('a build failed when another replaced, or eviction removed, the layer that its sandbox was being restored from', async () => {
  const { layers, rootfs, layout, scratch } = await open()
  const keep = async (memory: string) => {
    const making = await layers.begin(team, key)
    await writeFile(`${making.checkpoint}/checkpoint.img`, memory)
    await making.keep(layer, { rootfs, controlToken: memory })
  }
  await keep('one')
  const held = await layers.hold(team, key, await scratch())
  await keep('two')
  await rm(`${layout.layers(team)}/${key}`, { recursive: true })
  expect(await readFile(`${held?.checkpoint}/checkpoint.img`, 'utf8')).toBe('one')
  expect(await readFile(held?.rootfs ?? '', 'utf8')).toBe('rootfs')
  expect(await readFile(pathsFileOf(held?.rootfs ?? ''), 'utf8')).toBe('')
})

test('two builds that make the same base at once do not take it from each other', async () => {
  const { bases, layout } = await open()
  const [one, two] = [await bases.begin(team, key), await bases.begin(team, key)]
  await writeFile(one.rootfs, 'one')
  await writeFile(two.rootfs, 'two')
  const kept = await one.keep({ variables: { A: 'b' } })
  expect(await bases.find(team, key)).toEqual(kept)
  await two.discard()
  expect(await readFile(kept.rootfs, 'utf8')).toBe('one')
  expect(await bases.find(other, key)).toBeUndefined()
  expect(await readdir(layout.bases(team))).toEqual([key])
})

test('concurrent builds of the same template each keep their artifacts', async () => {
  const { layers, bases, rootfs } = await open()
  const keepBase = async () => {
    const making = await bases.begin(team, key)
    await writeFile(making.rootfs, 'rootfs')
    await writeFile(pathsFileOf(making.rootfs), '')
    const kept = await making.keep({ variables: {} })
    linkRootfs(kept.rootfs, `${rootfs}-${randomUUID()}`)
  }
  const keepLayer = async () => {
    const making = await layers.begin(team, key)
    await making.keep(layer, { rootfs, controlToken: 'token' })
  }
  const some = Array.from({ length: 10 })
  await Promise.all([...some.map(keepBase), ...some.map(keepLayer)])
  expect(await layers.find(team, key)).toEqual(layer)
  expect(await bases.find(team, key)).toMatchObject({ variables: {} })
})
