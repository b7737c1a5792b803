import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { profileStore } from './profile-store.ts'

const byName = { one: { apiKey: 'k', url: null, sandboxUrl: null, domain: 'one.example' } }
const writersOfOnePid = 16

test('two containers that share a home are both pid 1, and took the draft of the profiles from each other', async () => {
  const home = await mkdtemp(join(tmpdir(), 'cay-profiles-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const store = profileStore({ HOME: home })
  const profiles = { current: 'one', byName }
  await Promise.all(Array.from({ length: writersOfOnePid }, () => store.write(profiles)))
  expect(await store.read()).toEqual(profiles)
  const directory = join(home, '.config', 'cay')
  expect(await readdir(directory)).toEqual(['profiles.json'])
  expect((await stat(join(directory, 'profiles.json'))).mode & 0o777).toBe(0o600)
})
