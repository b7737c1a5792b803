import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { templateLayout } from '../../dialect/template/template-layout.ts'
import { fileTemplateStore } from '../../edge/template/file-template-store.ts'
import { listTemplates } from '../../edge/template/list-templates.ts'
import { removeUnusedBuilds } from '../../edge/template/remove-unused-builds.ts'
import { type BuildInput, type BuildSteps, ensureTemplate } from './ensure-template.ts'

const traits = { runtimeVersion: 'runsc version 1', runtimeFlags: ['--a'], cpuFeatures: 'avx' }

let dataDir: string
let nowMs: number
let done: string[]
let said: string[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cay-template-'))
  nowMs = 1000
  done = []
  said = []
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

function makeSteps(changes: Partial<BuildSteps> = {}): BuildSteps {
  return {
    assembleTree: async (tree) => {
      done.push('tree')
      await mkdir(tree)
    },
    extendTree: async (below, tree) => {
      done.push(`copy of ${await readFile(`${below}/name`, 'utf8')}`)
      await mkdir(tree)
    },
    bundleDaemon: async () => 'daemon-1',
    placeDaemon: async () => void done.push('daemon'),
    makeImage: async (_, file) => {
      done.push('image')
      await writeFile(file, 'image')
    },
    makeCheckpoint: async ({ checkpoint }) => {
      done.push('checkpoint')
      await mkdir(checkpoint)
      await writeFile(`${checkpoint}/pages.img`, 'pages')
    },
    ...changes,
  }
}

function ensure(steps: Partial<BuildSteps> = {}, input: Partial<BuildInput> = {}) {
  const store = fileTemplateStore(dataDir, input.traits ?? traits)
  return ensureTemplate(store, makeSteps(steps), {
    alias: 'base',
    resources: { cpuCount: 2, memoryMb: 1024, diskSizeMb: 10_240 },
    recipeDigest: 'recipe-1',
    suite: 'bookworm',
    nodeVersion: '24',
    traits,
    buildId: randomUUID(),
    nowMs: () => nowMs++,
    progress: (text) => void said.push(text),
    ...input,
  })
}

test('the first run builds, the second finds it ready and makes nothing', async () => {
  const first = await ensure()
  expect(first.isNew).toBe(true)
  expect(first.build.templateId).toMatch(/^[a-z0-9]{20}$/)
  done = []
  expect(await ensure()).toEqual({ build: first.build, isNew: false })
  expect(done).toEqual([])
})

test('a new daemon costs an image and a checkpoint, not a tree, and the template keeps its id', async () => {
  const first = await ensure()
  done = []
  const second = await ensure({ bundleDaemon: async () => 'daemon-2' })
  expect(done).toEqual(['daemon', 'image', 'checkpoint'])
  expect(second.build.templateId).toBe(first.build.templateId)
  expect(second.build.buildId).not.toBe(first.build.buildId)
  expect((await listTemplates(dataDir, traits)).builds.map((build) => build.buildId)).toEqual([
    second.build.buildId,
    first.build.buildId,
  ])
})

test('a new recipe makes a new tree, and the old one goes', async () => {
  await ensure()
  await ensure({}, { recipeDigest: 'recipe-2' })
  expect(done.filter((step) => step === 'tree')).toHaveLength(2)
  expect(await readdir(templateLayout(dataDir).cache)).toHaveLength(1)
})

test('a recipe that adds files alone begins with a copy of the tree below, and without one is made whole', async () => {
  const below = { alias: 'base', recipeDigest: 'recipe-1' }
  const more = { alias: 'more', recipeDigest: 'recipe-2', below }
  await ensure()
  const [cached = ''] = await readdir(templateLayout(dataDir).cache)
  await writeFile(`${templateLayout(dataDir).cache}/${cached}/tree/name`, 'base')
  done = []
  await ensure({}, more)
  expect(done[0]).toBe('copy of base')
  done = []
  // The recipe below has changed, and its tree was not made again.
  await ensure({}, { ...more, recipeDigest: 'recipe-3', below: { ...below, recipeDigest: 'recipe-4' } })
  expect(done[0]).toBe('tree')
})

test('another runsc makes a new build, and the old one is named as refused', async () => {
  await ensure()
  const { isNew } = await ensure({}, { traits: { ...traits, runtimeVersion: 'runsc version 2' } })
  expect(isNew).toBe(true)
  expect(said.join('\n')).toContain('made by runsc version 1, this node has runsc version 2')
})

test('a build that lost bytes is named as damaged and made anew', async () => {
  const { build } = await ensure()
  await truncate(build.rootfs, 1)
  expect((await ensure()).isNew).toBe(true)
  expect(said.join('\n')).toContain('rootfs.erofs has 1 instead of 5 bytes')
})

test('a failed checkpoint publishes nothing and leaves nothing half made', async () => {
  const failure = new Error('no room')
  await expect(ensure({ makeCheckpoint: () => Promise.reject(failure) })).rejects.toBe(failure)
  expect((await listTemplates(dataDir, traits)).builds).toEqual([])
  expect(
    (await readdir(templateLayout(dataDir).templates)).filter((name) => name.startsWith('.building')),
  ).toEqual([])
})

test('leftovers of a killed builder do not affect the next build, which removes them', async () => {
  const layout = templateLayout(dataDir)
  const leftovers = [
    layout.building(randomUUID()),
    `${layout.templates}/.removing-x`,
    `${layout.cache}/.building-daemon`,
    `${layout.cache}/.building-tree`,
  ]
  for (const directory of leftovers) await mkdir(`${directory}/deep`, { recursive: true })
  expect((await ensure()).isNew).toBe(true)
  const left = [...(await readdir(layout.templates)), ...(await readdir(layout.cache))]
  expect(left.filter((name) => name.startsWith('.'))).toEqual([])
})

test('old builds go when nothing uses them, the newest and the used stay', async () => {
  const [oldest, used, newest] = [
    await ensure({ bundleDaemon: async () => '1' }),
    await ensure({ bundleDaemon: async () => '2' }),
    await ensure({ bundleDaemon: async () => '3' }),
  ]
  const removed = await removeUnusedBuilds(dataDir, traits, new Set([used.build.buildId]))
  expect(removed).toEqual([expect.stringContaining(oldest.build.buildId)])
  expect((await listTemplates(dataDir, traits)).builds.map((build) => build.buildId)).toEqual([
    newest.build.buildId,
    used.build.buildId,
  ])
})

test('a damaged alias table is refused by its name', async () => {
  await ensure()
  await writeFile(templateLayout(dataDir).aliases, '{"base":')
  await expect(ensure({ bundleDaemon: async () => 'daemon-2' })).rejects.toThrow('aliases.json is damaged')
})
