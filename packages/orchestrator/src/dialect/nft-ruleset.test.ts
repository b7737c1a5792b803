import { expect, test } from 'vitest'
import { renderNftRuleset } from './nft-ruleset.ts'

const text = renderNftRuleset(3)

/** The lines of a chain. */
function chain(name: string): string[] {
  const body = text.split(`chain ${name} {`)[1]?.split('}')[0] ?? ''
  return body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

test('the table is replaced in one transaction, made first so that the deletion cannot fail', () => {
  expect(text.split('\n').slice(0, 3)).toEqual([
    'add table inet cay3',
    'delete table inet cay3',
    'table inet cay3 {',
  ])
})

test('a sandbox may answer the node under its own address, and nothing else', () => {
  expect(chain('input')).toContain('iifname "cay3-*" jump to_node')
  expect(chain('to_node')).toEqual([
    'fib saddr . iif oif missing drop',
    'meta nfproto ipv4 ct direction reply ct state established,related accept',
    'drop',
  ])
})

test('nothing leaves before its source, its family and its destination were looked at', () => {
  expect(chain('from_guest')).toEqual([
    'meta nfproto ipv6 drop',
    'fib saddr . iif oif missing drop',
    'ip daddr @closed drop',
    'oifname "cay3-*" drop',
    'ct state new jump opens',
    'accept',
  ])
})

test('only answers come in through the node', () => {
  expect(chain('to_guest')).toEqual([
    'meta nfproto ipv4 ct direction reply ct state established,related accept',
    'drop',
  ])
})

test.each([
  '10.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '198.18.0.0/15',
])('%s is closed', (range) => {
  expect(text).toContain(range)
})
