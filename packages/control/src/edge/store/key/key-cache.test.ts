import { expect, test } from 'vitest'
import type { ApiKeyRecord } from '../../../ports/team.ts'
import { withKeyCache } from './key-cache.ts'

const key: ApiKeyRecord = {
  ...{ keyId: 'k', teamId: 't', name: 'n', hash: 'h', maskedStart: 'a', maskedEnd: 'b', scope: 'full' },
  ...{ createdAtMs: 1, lastUsedAtMs: null, expiresAtMs: null },
}

function start() {
  const reads: string[] = []
  let kept: ApiKeyRecord | undefined = key
  const gates = { read: Promise.resolve(), write: Promise.resolve() }
  const part: Parameters<typeof withKeyCache>[0] = {
    findApiKey: async (hash) => {
      reads.push(hash)
      const found = kept
      await gates.read
      return found
    },
    findTeam: async () => undefined,
    setTeamLimits: async () => undefined,
    setTeamNodeLabels: async () => undefined,
    renameApiKey: async () => undefined,
    removeApiKey: async () => {
      await gates.write
      kept = undefined
      return true
    },
    markApiKeyUsed: async () => undefined,
  }
  return { store: withKeyCache(part), reads, gates }
}

test('a key is read once, until something is written about a key', async () => {
  const { store, reads } = start()
  await store.findApiKey('h')
  expect(await store.findApiKey('h')).toEqual(key)
  expect(reads).toHaveLength(1)
  await store.markApiKeyUsed('k', 5)
  await store.findApiKey('h')
  expect(reads).toHaveLength(2)
})

test('a key that is removed while it is looked up opens nothing afterwards', async () => {
  for (const slow of ['read', 'write'] as const) {
    const { store, gates } = start()
    const released = Promise.withResolvers<void>()
    gates[slow] = released.promise
    const looking = store.findApiKey('h')
    const removing = store.removeApiKey('t', 'k')
    await store.findTeam('t')
    released.resolve()
    await Promise.all([looking, removing])
    expect(await store.findApiKey('h')).toBeUndefined()
  }
})

test('a key that does not exist is not cached', async () => {
  const { store, reads } = start()
  await store.removeApiKey('t', 'k')
  await store.findApiKey('h')
  await store.findApiKey('h')
  expect(reads).toHaveLength(2)
})
