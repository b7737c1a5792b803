import { expect, test } from 'vitest'
import { type RefusedDestination, readRefusedDestinations, refusedSince } from './refused-packets.ts'

const listed = (name: string, ...elements: readonly [concat: unknown[], packets: number][]) =>
  JSON.stringify({
    nftables: [
      { metainfo: { json_schema_version: 1 } },
      {
        set: {
          name,
          elem: elements.map(([concat, packets]) => ({ elem: { val: { concat }, counter: { packets } } })),
        },
      },
    ],
  })

test('places are read as nft lists them, and what is no destination is left out', () => {
  expect(
    readRefusedDestinations(listed('refused_udp', [['cay0-1', '10.0.0.1', 443], 3], [['cay0-1'], 1])),
  ).toEqual([
    {
      interfaceName: 'cay0-1',
      address: '10.0.0.1',
      protocol: 'udp',
      port: 443,
      count: 3,
      isOverShare: false,
    },
  ])
  const others = listed('refused_other', [['cay0-1', '10.0.0.1', 'icmp'], 1], [['cay0-2', '10.0.0.1', 99], 2])
  expect(readRefusedDestinations(others)).toMatchObject([
    { protocol: 'icmp' },
    { protocol: 'other', port: 0 },
  ])
  const beyond = listed(
    'refused_share',
    [['cay0-1', '192.0.2.1', 'tcp'], 5],
    [['cay0-1', '192.0.2.1', 'udp'], 6],
  )
  expect(readRefusedDestinations(beyond)).toMatchObject([
    { protocol: 'tcp', port: 0, count: 5, isOverShare: true },
    { protocol: 'udp', port: 0, count: 6, isOverShare: true },
  ])
  expect(readRefusedDestinations(JSON.stringify({ nftables: [{ set: { name: 'refused_udp' } }] }))).toEqual(
    [],
  )
})

const destination = (count: number, facts: Partial<RefusedDestination> = {}): RefusedDestination => ({
  interfaceName: 'cay0-1',
  address: '10.0.0.1',
  protocol: 'udp',
  port: 443,
  count,
  isOverShare: false,
  ...facts,
})

test('what was told before is not told again', () => {
  const first = refusedSince(new Map(), [destination(3)])
  expect(first.refused.get('cay0-1')).toMatchObject([{ count: 3 }])
  expect(refusedSince(first.counts, [destination(3)]).refused.size).toBe(0)
  expect(refusedSince(first.counts, [destination(5)]).refused.get('cay0-1')).toMatchObject([{ count: 2 }])
})

test('a count that began anew is told whole', () => {
  const { counts } = refusedSince(new Map(), [destination(3)])
  expect(refusedSince(counts, [destination(1)]).refused.get('cay0-1')).toMatchObject([{ count: 1 }])
  expect(refusedSince(refusedSince(counts, []).counts, [destination(3)]).refused.get('cay0-1')).toMatchObject(
    [{ count: 3 }],
  )
})

test('protocols that are one to us are counted together', () => {
  const other = { protocol: 'other', port: 0 } as const
  const { counts, refused } = refusedSince(new Map(), [destination(1, other), destination(2, other)])
  expect(refused.get('cay0-1')).toMatchObject([{ count: 3 }])
  expect(refusedSince(counts, [destination(1, other), destination(2, other)]).refused.size).toBe(0)
})
