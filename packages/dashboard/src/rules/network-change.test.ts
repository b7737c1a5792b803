import { expect, test } from 'vitest'
import { listsForForm, losesProxy, networkChangeOf } from './network-change.ts'

const all = '0.0.0.0/0'

test('a change of the rules opened a sandbox that was created without internet access', () => {
  const present = { network: {}, allowInternetAccess: false }
  expect(listsForForm(present)).toEqual({ allowOut: [], denyOut: [all] })
  const shut = { allowOut: ['198.51.100.7'], denyOut: [all] }
  expect(networkChangeOf(present, shut)).toEqual(shut)
  const open = { allowOut: [], denyOut: [] }
  expect(networkChangeOf(present, open)).toEqual({ ...open, allow_internet_access: true })
})

test('all addresses are named once, and only where they are denied', () => {
  const network = { allowOut: ['a.test'], denyOut: [all] }
  expect(listsForForm({ network, allowInternetAccess: false })).toEqual(network)
  expect(listsForForm({ network: {}, allowInternetAccess: null })).toEqual({ allowOut: [], denyOut: [] })
})

test('a change of the rules removed a proxy that has no password', () => {
  const egressProxy = { address: '203.0.113.9:1080' }
  const lists = { allowOut: [], denyOut: ['192.0.2.0/24'] }
  const rules = { 'api.example.com': [{ transform: { headers: { 'X-Team': 'docs' } } }] }
  const change = (network: object) => networkChangeOf({ network, allowInternetAccess: null }, lists)
  expect(change({ egressProxy, rules })).toEqual({ ...lists, egressProxy, rules })
  const withPassword = { egressProxy: { ...egressProxy, username: 'me' } }
  expect([losesProxy({ egressProxy }), losesProxy(withPassword)]).toEqual([false, true])
  expect(change(withPassword)).toEqual(lists)
})
