import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newestSince, type PackageSource, rememberChoice } from './package-choices.ts'

const alias = 'code-interpreter-v1'
const nowMs = Date.UTC(2026, 10, 27, 23)

async function choices() {
  const directory = await mkdtemp(join(tmpdir(), 'cay-choices-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const file = join(directory, 'packages.json')
  return {
    ask: (source?: PackageSource, of = alias) => newestSince(file, { alias: of, source, nowMs }),
    remember: (since: string | undefined, of = alias) => rememberChoice(file, of, since),
  }
}

test('without a choice packages are those of Debian', async () => {
  const { ask } = await choices()
  expect(await ask()).toBeUndefined()
})

test('a choice holds for later builds of its template alone, until somebody chooses again', async () => {
  const { ask, remember } = await choices()
  await remember(await ask('latest'))
  expect(await ask()).toBe('2026-11-27')
  expect(await ask(undefined, 'base')).toBeUndefined()
  await remember(await ask('debian'))
  expect(await ask()).toBeUndefined()
})

test('a choice that no build was made with changes nothing', async () => {
  const { ask } = await choices()
  await ask('latest')
  expect(await ask()).toBeUndefined()
})
