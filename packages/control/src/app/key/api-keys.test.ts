import { expect, test } from 'vitest'
import { openStore } from '../../edge/store/open-store.ts'
import { ensureFirstTeam } from '../team/first-team.ts'
import { registerApiKey } from './api-keys.ts'
import { authenticate } from './authenticate.ts'

const configuredKey = `e2b_${'ab'.repeat(20)}`
const clock = { nowMs: () => 0, sleep: async () => undefined }
const randomBytes = (count: number) => new Uint8Array(count).fill(7)

async function withStore(kept: string | undefined, use: (first: First) => Promise<void>): Promise<void> {
  const store = await openStore(':memory:')
  const written: string[] = []
  const keyFile = {
    read: async () => kept,
    write: async (key: string) => {
      written.push(key)
    },
    create: async (key: string) => {
      written.push(key)
      return key
    },
  }
  try {
    await use({
      store,
      written,
      ensure: (key) => ensureFirstTeam({ store, clock, keyFile, randomBytes }, key),
    })
  } finally {
    await store.close()
  }
}

interface First {
  readonly store: Awaited<ReturnType<typeof openStore>>
  readonly written: string[]
  ensure(key: string | undefined): ReturnType<typeof ensureFirstTeam>
}

const teamOf = async (store: First['store'], key: string | undefined) =>
  (await authenticate({ store, clock }, key)).team

test('of a key only a hash over its bytes is kept, and what a list may show', async () => {
  await withStore(undefined, async ({ store, ensure }) => {
    const team = await ensure(undefined)
    const key = { key: `e2b_${'00'.repeat(20)}`, name: 'zeros', scope: 'full' } as const
    expect(await registerApiKey({ store, clock }, team, key)).toMatchObject({
      hash: '$sha256$3kfJsn640wDbtfLDU+Yyw5MmLPBjQMT6fxtAxMvTb5A',
      maskedStart: '00',
      maskedEnd: '0000',
    })
  })
})

test('the first start makes a key, writes it down, and it opens the first team', async () => {
  await withStore(undefined, async ({ store, written, ensure }) => {
    const team = await ensure(undefined)
    expect(team.slug).toBe('default')
    expect(written).toEqual([`e2b_${'07'.repeat(20)}`])
    expect(await teamOf(store, written[0])).toEqual(team)
    expect(await ensure(undefined)).toEqual(team)
    expect(written).toHaveLength(1)
  })
})

test('a key that is configured is the first one, also when it comes later', async () => {
  await withStore(undefined, async ({ store, written, ensure }) => {
    const team = await ensure(undefined)
    await ensure(configuredKey)
    await ensure(configuredKey)
    expect(written).toHaveLength(1)
    expect(await teamOf(store, configuredKey)).toEqual(team)
    expect(await teamOf(store, `e2b_${'AB'.repeat(20)}`)).toEqual(team)
  })
})

test('a key that a broken first start wrote down is taken, and what is no key is replaced', async () => {
  await withStore(configuredKey, async ({ store, written, ensure }) => {
    await ensure(undefined)
    expect(written).toEqual([configuredKey])
    await teamOf(store, configuredKey)
  })
  await withStore('garbage', async ({ written, ensure }) => {
    await ensure(undefined)
    expect(written).toEqual([`e2b_${'07'.repeat(20)}`])
  })
})

test.each([
  [undefined, 'credential_missing'],
  ['', 'credential_missing'],
  ['Bearer x', 'credential_malformed'],
  [configuredKey, 'credential_unknown'],
])('%j is %s', async (header, code) => {
  await withStore(undefined, async ({ store }) => {
    await expect(authenticate({ store, clock }, header)).rejects.toMatchObject({ code })
  })
})
