import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { createLogger } from '@cay/kit/log.ts'
import { expect, onTestFinished, test } from 'vitest'
import { RecipeBuilds } from './recipe-builds.ts'

const alias = 'code-interpreter-v1'
const never = new AbortController().signal

/** With a program that only writes down what it was asked for; with `stuck` beside it, it waits until that is gone. */
async function open({ ready = [] as string[], onChange = async (): Promise<void> => undefined } = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'cay-recipes-'))
  const file = join(directory, 'builder.mjs')
  await writeFile(
    file,
    `import { appendFileSync, existsSync, readFileSync } from 'node:fs'
appendFileSync(process.env.CAY_DATA_DIR + '/runs', process.argv[2] + '\\n')
console.log('[1 s] downloading packages')
while (existsSync(process.env.CAY_DATA_DIR + '/stuck')) await new Promise((done) => setTimeout(done, 20))
const fault = process.env.CAY_DATA_DIR + '/fault'
if (existsSync(fault)) {
  console.error(readFileSync(fault, 'utf8'))
  process.exit(1)
}`,
  )
  const changes: string[] = []
  const builds = new RecipeBuilds({
    dataDir: directory,
    env: process.env,
    recipes: async () => ['base', alias],
    ready: async () => ready,
    onChange: async () => {
      changes.push('changed')
      await onChange()
    },
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
    { state: 'ready' },
    { state: 'ready' },
  ])
  expect(await runs()).toBe(`${alias}\n`)
})

test('an existing template is checked once when it is used, in the background', async () => {
  const { builds, changes, runs, directory } = await open({ ready: [alias] })
  await writeFile(join(directory, 'stuck'), '')
  await Promise.all([builds.renew(alias), builds.renew(alias)])
  await expect.poll(runs).toBe(`${alias}\n`)
  expect(await builds.build(alias, never)).toEqual({ state: 'ready' })
  await rm(join(directory, 'stuck'))
  await expect.poll(() => changes).toEqual(['changed'])
  await builds.renew(alias)
  expect(await runs()).toBe(`${alias}\n`)
})

test('a template that is built in the background ends no node when the templates cannot be listed then', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const onChange = () => Promise.reject(new Error('the disk cannot be read'))
  const { builds, changes } = await open({ ready: [], onChange })
  await builds.renew(alias)
  await expect.poll(() => changes).toEqual(['changed'])
  await turn()
  await turn()
  expect(unhandled).toEqual([])
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

test('a build that has failed says at which step and why, without the credentials of a mirror, and may be tried again', async () => {
  const { builds, directory } = await open()
  const fault = join(directory, 'fault')
  await writeFile(
    fault,
    `{"level":"warn"}\nthe template ${alias} could not be built: apt exited with 100\nno https://me:word@mirror.test/debian`,
  )
  const failed = 'at "[1 s] downloading packages": apt exited with 100\nno https://mirror.test/debian'
  expect(await builds.build(alias, never)).toEqual({ state: 'failed', reason: failed })
  await writeFile(fault, 'Killed')
  expect(await builds.build(alias, never)).toEqual({
    state: 'failed',
    reason: 'at "[1 s] downloading packages": the builder exited with 1',
  })
  await rm(fault)
  expect(await builds.build(alias, never)).toEqual({ state: 'ready' })
})

test('what `cay up` looks after, and what does not come with Cay, is left alone', async () => {
  const { builds, runs } = await open()
  for (const name of ['base', 'somebody-elses', '']) await builds.renew(name)
  expect(await builds.build('somebody-elses', never)).toEqual({ state: 'unknown' })
  await builds.close()
  expect(await runs()).toBe('')
})

test('a node that stops begins nothing', async () => {
  const { builds, runs } = await open()
  await builds.close()
  await builds.renew(alias)
  expect(await builds.build(alias, never)).toMatchObject({ state: 'failed' })
  expect(await runs()).toBe('')
})
