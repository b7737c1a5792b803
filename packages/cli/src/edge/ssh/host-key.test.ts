import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readHostKey } from './host-key.ts'

const readersOfOnePid = 16

test('two containers that share a home are both pid 1, and wrote their host keys into one draft', async () => {
  const home = await mkdtemp(join(tmpdir(), 'cay-host-key-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const keys = await Promise.all(Array.from({ length: readersOfOnePid }, () => readHostKey({ HOME: home })))
  const directory = join(home, '.config', 'cay', 'ssh')
  const kept = await readFile(join(directory, 'host_key'), 'utf8')
  expect(new Set(keys.map(({ privateKey }) => privateKey))).toEqual(new Set([kept]))
  expect(await readdir(directory)).toEqual(['host_key', 'known_hosts'])
})
