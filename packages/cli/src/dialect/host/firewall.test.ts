import { expect, test } from 'vitest'
import { findDroppingChains, legacyForwardDrops } from './firewall.ts'

const chain = (table: string, hook: string, policy: string) => ({
  chain: { family: 'ip', table, name: 'FORWARD', hook, policy },
})
const ruleset = (...entries: object[]) =>
  JSON.stringify({ nftables: [{ metainfo: { version: '1' } }, ...entries] })

test('a forward chain that drops by default is named, other hooks and policies are not', () => {
  const text = ruleset(
    chain('filter', 'forward', 'drop'),
    chain('nat', 'input', 'drop'),
    chain('x', 'forward', 'accept'),
  )
  expect(findDroppingChains(text, 'cay')).toEqual(['ip filter FORWARD'])
})

test('our own tables are not another firewall', () => {
  expect(findDroppingChains(ruleset(chain('cay_3000', 'forward', 'drop')), 'cay')).toEqual([])
})

test('the older iptables is read too', () => {
  expect(legacyForwardDrops('-P FORWARD DROP\n-A FORWARD -j X\n')).toBe(true)
  expect(legacyForwardDrops('-P FORWARD ACCEPT\n')).toBe(false)
})
