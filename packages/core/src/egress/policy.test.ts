import { describe, expect, it } from 'vitest'
import { isServiceError } from '../errors.ts'
import { egressEntriesMax, parseEgressPolicy } from './policy.ts'

function refusal(allowOut: string[], denyOut: string[]): string {
  try {
    parseEgressPolicy(allowOut, denyOut)
  } catch (error) {
    if (isServiceError(error, 'request_invalid')) return error.message
    throw error
  }
  return 'accepted'
}

describe('denyOut', () => {
  it.each(['1.1.1.1', '8.8.8.0/24', '10.1.2.3/8', '0.0.0.0/0'])('takes %j', (text) =>
    expect(refusal([], [text])).toBe('accepted'),
  )

  it.each([
    'example.com',
    '*',
    '*.example.com',
    'garbage',
    '',
    '::/0',
    '2001:db8::1',
    '1.2.3.4/33',
    '256.1.1.1',
    '0.0.0.0',
    '0.0.0.0/8',
    '0.0.0.0/1',
    '0.0.0.0/32',
    '1.2.3.4/0',
    '0.0.0.0/00',
    '0.0.0.0/0 ',
    '0/0',
  ])('refuses %j and names it', (text) => {
    const message = refusal([], [text])
    expect(message).toContain('network.denyOut')
    expect(message).toContain(JSON.stringify(text))
  })
})

describe('allowOut', () => {
  it.each(['1.1.1.1', '10.0.0.0/8', '0.0.0.0/0', '0.0.0.0', '::1', '2001:db8::/32'])(
    'takes the address %j without any deny',
    (text) => expect(refusal([text], [])).toBe('accepted'),
  )

  it.each([
    'example.com',
    'EXAMPLE.com.',
    '*.example.com',
    '*',
    'localhost',
    'a_b.example.com',
    'xn--mnchen-3ya.de',
  ])('takes the name %j beside exactly 0.0.0.0/0 in denyOut only', (text) => {
    expect(refusal([text], ['0.0.0.0/0'])).toBe('accepted')
    for (const denyOut of [[], ['8.8.8.8'], ['128.0.0.0/1']]) {
      expect(refusal([text], denyOut)).toContain("you must include 'ALL_TRAFFIC' (0.0.0.0/0) in deny out")
    }
  })

  it.each([
    '',
    'a b',
    'https://example.com',
    'example.com:443',
    'example.com/x',
    '1.2.3.4/33',
    '1.2.3',
    '0x7f.1',
    'a..b',
    '*.',
    '1.2.3.4:80',
    'münchen.de',
  ])('refuses %j and names it', (text) =>
    expect(refusal([text], ['0.0.0.0/0'])).toContain(JSON.stringify(text)),
  )
})

it('a list has a bound', () => {
  const entries = Array.from({ length: egressEntriesMax + 1 }, () => '1.1.1.1')
  expect(refusal(entries, [])).toContain(`at most ${egressEntriesMax}`)
  expect(refusal([], entries)).toContain(`at most ${egressEntriesMax}`)
  expect(refusal(entries.slice(1), entries.slice(1))).toBe('accepted')
})

it('a message stays short whatever was sent', () => {
  expect(refusal(['a'.repeat(100_000)], ['0.0.0.0/0']).length).toBeLessThan(400)
})
