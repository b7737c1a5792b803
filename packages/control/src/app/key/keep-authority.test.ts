import { expect, test } from 'vitest'
import { makeSealer } from '../../edge/host/sealer.ts'
import { openStore } from '../../edge/store/open-store.ts'
import { type Authority, keepAuthority } from './keep-authority.ts'

function copyWith(authority?: Authority) {
  let here = authority
  const copy = {
    read: async () => here,
    replace: async (kept: Authority) => {
      here = kept
    },
    make: async () => ({ certificate: 'new', key: 'new key' }),
  }
  return { copy, here: () => here }
}

test('a machine without its authority gets it back from the database, which holds its key sealed', async () => {
  const store = await openStore(':memory:')
  const deps = { store, sealer: makeSealer(Buffer.alloc(32, 7)) }
  const first = { certificate: 'first', key: 'the private key' }
  const kept = copyWith(first)
  expect(await keepAuthority(deps, 'egress', kept.copy)).toBe(false)
  const lost = copyWith()
  expect(await keepAuthority(deps, 'egress', lost.copy)).toBe(true)
  expect(lost.here()).toEqual(first)
  const other = copyWith({ certificate: 'of another machine', key: 'other' })
  expect(await keepAuthority(deps, 'egress', other.copy)).toBe(true)
  expect(other.here()).toEqual(first)
  expect(await store.getOrCreateSecret('authority egress', () => '')).not.toContain('private')
  const fresh = copyWith()
  await keepAuthority(deps, 'tls', fresh.copy)
  expect(fresh.here()).toEqual({ certificate: 'new', key: 'new key' })
  await store.close()
})
