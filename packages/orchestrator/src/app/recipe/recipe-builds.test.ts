import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@cay/kit/log.ts'
import { expect, onTestFinished, test } from 'vitest'
import { RecipeBuilds } from './recipe-builds.ts'

const alias = 'code-interpreter-v1'
const never = new AbortController().signal

/** With a program that only writes down what it was asked for; with `stuck` beside it, it waits until that is gone. */
async function open({ ready = [] as string[] } = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'cay-recipes-'))
  const file = join(directory, 'builder.mjs')
  await writeFile(
    file,
    `import { appendFileSync, existsSync } from 'node:fs'
appendFileSync(process.env.CAY_DATA_DIR + '/runs', process.argv[2] + '\\n')
console.log('[1 s] downloading packages')
while (existsSync(process.env.CAY_DATA_DIR + '/stuck')) await new Promise((done) => setTimeout(done, 20))`,
  )
  const changes: string[] = []
  const builds = new RecipeBuilds({
    dataDir: directory,
    env: process.env,
    recipes: async () => ['base', alias],
    ready: async () => ready,
    onChange: async () => void changes.push('changed'),
    log: createLogger('test', 'silent'),
    program: { name: 'builder', file },
  })
  onTestFinished(async () => {
    await builds.close()
    await rm(directory, { recursive: true, force: true })
  })
  const runs = () => readFile(join(directory, 'runs'), 'utf8').catch(() => '')
  return { builds, changes, runs, directory }
}

test('a template that is not there is built once, however many ask for it', async () => {
  const { builds, runs } = await open()
  expect(await Promise.all([builds.build(alias, never), builds.build(alias, never)])).toEqual([
    'ready',
    'ready',
  ])
  expect(await runs()).toBe(`${alias}\n`)
})

test('an existing template is checked once when it is used, in the background', async () => {
  const { builds, changes, runs, directory } = await open({ ready: [alias] })
  await writeFile(join(directory, 'stuck'), '')
  await Promise.all([builds.renew(alias), builds.renew(alias)])
  await expect.poll(runs).toBe(`${alias}\n`)
  expect(await builds.build(alias, never)).toBe('ready')
  await rm(join(directory, 'stuck'))
  await expect.poll(() => changes).toEqual(['changed'])
  await builds.renew(alias)
  expect(await runs()).toBe(`${alias}\n`)
})

test('a build in progress says where it is', async () => {
  const { builds, directory } = await open()
  await writeFile(join(directory, 'stuck'), '')
  const built = builds.build(alias, never)
  await expect.poll(() => builds.progressOf(alias)).toBe('[1 s] downloading packages')
  await rm(join(directory, 'stuck'))
  await built
  expect(builds.progressOf(alias)).toBe('')
})

test('what `cay up` looks after, and what does not come with Cay, is left alone', async () => {
  const { builds, runs } = await open()
  for (const name of ['base', 'somebody-elses', '']) await builds.renew(name)
  expect(await builds.build('somebody-elses', never)).toBe('unknown')
  await builds.close()
  expect(await runs()).toBe('')
})

test('a node that stops begins nothing', async () => {
  const { builds, runs } = await open()
  await builds.close()
  await builds.renew(alias)
  expect(await builds.build(alias, never)).toBe('failed')
  expect(await runs()).toBe('')
})
