import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closedRanges } from './closed-ranges.ts'
import { decideName, decidePacket, decideTcp } from './decide.ts'
import { addressMax, parseRange, renderAddress } from './ipv4.ts'
import { parseEgressPolicy } from './policy.ts'

const deniesAll = ['0.0.0.0/0']
const byName = (name: string) => ({ kind: 'dial', by: 'name', name })
const byAddress = { kind: 'dial', by: 'address' }
const pass = { kind: 'pass' }
const address = fc.integer({ min: 0, max: addressMax }).map(renderAddress)
const closedAddress = fc
  .constantFrom(...closedRanges.flatMap((text) => parseRange(text) ?? []))
  .chain(({ first, last }) => fc.integer({ min: first, max: last }))
  .map(renderAddress)
const anyPolicy = fc
  .tuple(
    fc.subarray(['0.0.0.0/0', '10.0.0.0/8', '127.0.0.1', 'example.com', '*']),
    fc.subarray(['8.8.8.8', '128.0.0.0/1']),
  )
  .map(([allow, deny]) => parseEgressPolicy(allow, [...deny, '0.0.0.0/0']))

describe('closed ranges', () => {
  it('have the address at which a machine on Azure reaches its host', () => {
    expect(
      decideTcp(parseEgressPolicy([], []), { address: '168.63.129.16', port: 80, name: undefined }).kind,
    ).toBe('refused')
    expect(decidePacket(parseEgressPolicy(['168.63.129.16'], []), '168.63.129.16').kind).toBe('refused')
    expect(decidePacket(parseEgressPolicy([], []), '168.63.129.17').kind).toBe('pass')
  })

  it('are refused by every policy, for every protocol, whatever name is given', () => {
    fc.assert(
      fc.property(anyPolicy, closedAddress, fc.constantFrom(22, 80, 443), (policy, to, port) => {
        expect(decideTcp(policy, { address: to, port, name: 'example.com' }).kind).toBe('refused')
        expect(decidePacket(policy, to).kind).toBe('refused')
      }),
    )
  })

  it('are named in the refusal', () => {
    const policy = parseEgressPolicy([], [])
    expect(decideTcp(policy, { address: '169.254.169.254', port: 80 })).toEqual({
      kind: 'refused',
      rule: 'closed range 169.254.0.0/16',
    })
  })

  it.each(['::1', '::ffff:127.0.0.1', '127.1', '2130706433', '0x7f.0.0.1', '', 'localhost'])(
    'what is not a dotted address is refused: %j',
    (text) => {
      expect(decideTcp(parseEgressPolicy(['0.0.0.0/0'], []), { address: text, port: 80 }).kind).toBe(
        'refused',
      )
      expect(decidePacket(parseEgressPolicy(['0.0.0.0/0'], []), text).kind).toBe('refused')
    },
  )
})

describe('without rules', () => {
  it('all that is not closed is open, for TCP, packets and names', () => {
    const policy = parseEgressPolicy([], [])
    fc.assert(
      fc.property(address, (to) => {
        const isDialled = decideTcp(policy, { address: to, port: 443, name: 'a.example' }).kind === 'dial'
        expect(isDialled).toBe(decidePacket(policy, to).kind === 'pass')
      }),
    )
    expect(decideTcp(policy, { address: '203.0.113.9', port: 443, name: 'a.example' })).toEqual(byAddress)
    expect(decideName(policy, 'a.example')).toEqual(pass)
  })

  it('an allow list alone changes nothing', () => {
    const policy = parseEgressPolicy(['203.0.113.1'], [])
    expect(decideTcp(policy, { address: '203.0.113.2', port: 22 })).toEqual(byAddress)
    expect(decideName(policy, 'a.example')).toEqual(pass)
  })
})

describe('names', () => {
  const policy = parseEgressPolicy(['example.com', '*.example.org', '203.0.113.7'], deniesAll)

  it('open ports 80 and 443, and are dialled as they are resolved here', () => {
    expect(decideTcp(policy, { address: '203.0.113.1', port: 443, name: 'EXAMPLE.com.' })).toEqual(
      byName('example.com'),
    )
    expect(decideTcp(policy, { address: '203.0.113.1', port: 80, name: 'a.b.example.org' })).toEqual(
      byName('a.b.example.org'),
    )
  })

  it('come before allowed addresses', () => {
    expect(decideTcp(policy, { address: '203.0.113.7', port: 443, name: 'example.com' })).toEqual(
      byName('example.com'),
    )
    expect(decideTcp(policy, { address: '203.0.113.7', port: 443, name: 'other.com' })).toEqual(byAddress)
  })

  it.each([
    [22, 'example.com'],
    [8080, 'example.com'],
    [443, undefined],
    [443, 'example.org'],
    [443, 'evil-example.com'],
    [443, 'example.com.evil.net'],
    [443, 'example.com\0.evil.net'],
    [80, 'example.com:80'],
    [443, 'example.com..'],
    [443, ''],
  ])('do not open port %s with %j', (port, name) => {
    expect(decideTcp(policy, { address: '203.0.113.1', port, name })).toEqual({
      kind: 'refused',
      rule: 'denyOut 0.0.0.0/0',
    })
  })

  it('of all kinds are allowed by *, but a connection without a name is not', () => {
    const all = parseEgressPolicy(['*'], deniesAll)
    expect(decideTcp(all, { address: '203.0.113.1', port: 443, name: 'x.net' })).toEqual(byName('x.net'))
    expect(decideTcp(all, { address: '203.0.113.1', port: 443 }).kind).toBe('refused')
    expect(decideTcp(all, { address: '203.0.113.1', port: 80, name: '203.0.113.1' }).kind).toBe('refused')
  })
})

describe('addresses', () => {
  it('that are allowed win over denied ones; the narrowest has no say', () => {
    const policy = parseEgressPolicy(['203.0.113.0/24'], ['203.0.113.5', '0.0.0.0/0'])
    expect(decideTcp(policy, { address: '203.0.113.5', port: 22 })).toEqual(byAddress)
    expect(decidePacket(policy, '203.0.113.5')).toEqual(pass)
    expect(decidePacket(policy, '203.0.112.5').kind).toBe('refused')
  })

  it('that are denied leave the others open, and the refusal names the entry', () => {
    const policy = parseEgressPolicy([], ['203.0.113.5', '198.51.100.0/24'])
    expect(decideTcp(policy, { address: '198.51.100.9', port: 1 })).toEqual({
      kind: 'refused',
      rule: 'denyOut 198.51.100.0/24',
    })
    expect(decideTcp(policy, { address: '203.0.113.6', port: 1 })).toEqual(byAddress)
  })
})

describe('asking for names', () => {
  it('outside the list is refused where the list is all that is open', () => {
    const policy = parseEgressPolicy(['*.example.org'], deniesAll)
    expect(decideName(policy, 'A.example.ORG.')).toEqual(pass)
    expect(decideName(policy, 'example.org').kind).toBe('refused')
    expect(decideName(policy, 'secret.data.evil.net').kind).toBe('refused')
  })

  it('is refused altogether where every address is denied, lest it be a way out', () => {
    expect(decideName(parseEgressPolicy([], deniesAll), 'example.org').kind).toBe('refused')
    expect(decideName(parseEgressPolicy(['203.0.113.1'], deniesAll), 'example.org').kind).toBe('refused')
    expect(decideName(parseEgressPolicy(['0.0.0.0/0'], deniesAll), 'example.org')).toEqual(pass)
    expect(decideName(parseEgressPolicy([], ['203.0.113.1']), 'example.org')).toEqual(pass)
  })
})

it('a policy of 1,000 blocks and 100 names decides as a small one does', () => {
  const blocks = Array.from({ length: 1000 }, (_, i) => `51.${i % 250}.${Math.floor(i / 250)}.0/26`)
  const names = Array.from({ length: 100 }, (_, i) => `*.n${i}.example`)
  const policy = parseEgressPolicy([...blocks, ...names], deniesAll)
  for (const block of blocks) {
    const inside = block.replace('.0/26', '.63')
    expect(decideTcp(policy, { address: inside, port: 22 })).toEqual(byAddress)
    expect(decideTcp(policy, { address: block.replace('.0/26', '.64'), port: 22 }).kind).toBe('refused')
  }
  expect(decideTcp(policy, { address: '203.0.113.1', port: 443, name: 'a.n99.example' })).toEqual(
    byName('a.n99.example'),
  )
})
