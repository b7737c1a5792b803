import { expect, test } from 'vitest'
import { renderNftRuleset } from './nft-ruleset.ts'

const text = renderNftRuleset({ installation: 3, proxyUid: 90_049, egressUid: 90_050 })

/** The lines of a chain. */
function chain(name: string): string[] {
  const body = text.split(`chain ${name} {`)[1]?.split('\n  }')[0] ?? ''
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
    'meta nfproto ipv4 ct direction reply ct state established,related accept',
    'ct state new jump opens',
    'ip daddr 198.18.63.254 udp dport 15001 update @asking { iifname limit rate over 500/second burst 1000 packets } drop',
    'ct status dnat ip daddr 198.18.63.254 meta l4proto { tcp, udp } th dport 15001 accept',
    'meta l4proto != tcp goto refuse',
    'drop',
  ])
})

test('nothing leaves before its source, its family and its destination were looked at', () => {
  expect(chain('from_guest')).toEqual([
    'meta nfproto ipv6 drop',
    'meta l4proto tcp drop',
    'ip daddr @closed goto refuse',
    'oifname "cay3-*" goto refuse',
    'ct state new jump opens',
    'ip saddr vmap @lists',
    'accept',
  ])
})

test('whatever cannot be counted is refused all the same', () => {
  expect(chain('refuse').at(-1)).toBe('drop')
  expect(chain('refuse').join()).not.toMatch(/accept|return/)
})

test('of the programs of the node only the proxy and root begin to speak to a sandbox, and only the egress service and root answer one', () => {
  expect(chain('output')).toEqual([
    'type filter hook output priority filter - 10; policy accept;',
    'oifname "cay3-*" ct state new goto from_node',
    'ip daddr 198.18.63.254 ct state new meta skuid != 0 drop',
    'ip saddr 198.18.63.254 meta l4proto { tcp, udp } th sport 15001 meta skuid != { 0, 90050 } drop',
  ])
  expect(chain('from_node')).toEqual([
    'meta skuid { 0, 90049 } accept',
    'meta l4proto tcp tcp flags & (syn | ack) != syn accept',
    'drop',
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

test('TCP and DNS of sandboxes end in the egress service, wherever they were meant for', () => {
  expect(chain('divert').slice(1)).toEqual([
    'iifname "cay3-*" meta l4proto tcp dnat ip to 198.18.63.254:15001',
    'iifname "cay3-*" udp dport 53 dnat ip to 198.18.63.254:15001',
  ])
})

test('what has a foreign source is dropped before anything else', () => {
  expect(chain('arrive')[0]).toBe('type filter hook prerouting priority raw; policy accept;')
  expect(chain('off_the_cable')).toEqual(['meta nfproto ipv6 drop', 'fib saddr . iif oif missing drop'])
})
