import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closedRanges } from '../egress/closed-ranges.ts'
import { parseRange, renderAddress } from '../egress/ipv4.ts'
import { compileRanges } from '../egress/range-set.ts'
import {
  checkSecret,
  checkTarget,
  isRefusedAddress,
  maskSecret,
  nextAttemptAt,
  retryModes,
} from './webhook.ts'

const none = compileRanges([])
const target = { protocol: 'https:', username: '', password: '', hostname: 'a.test' }

describe('the target of a webhook', () => {
  it('is a URL with http or https and without credentials', () => {
    checkTarget(target, none)
    checkTarget({ ...target, protocol: 'http:', hostname: '1.1.1.1' }, none)
    expect(() => checkTarget(undefined, none)).toThrow('must begin with http:// or https://')
    expect(() => checkTarget({ ...target, protocol: 'ftp:' }, none)).toThrow('must begin with')
    expect(() => checkTarget({ ...target, username: 'u' }, none)).toThrow('no user name')
    expect(() => checkTarget({ ...target, password: 'p' }, none)).toThrow('no user name')
    expect(() => checkTarget({ ...target, hostname: '[::1]' }, none)).toThrow('IPv4 address')
  })

  it.each(closedRanges)('has no address in %s, unless the operator allows it', (text) => {
    const range = parseRange(text)
    if (range === undefined) throw new Error(text)
    for (const address of [range.first, range.last]) {
      expect(isRefusedAddress(address, none)).toBe(true)
      expect(() => checkTarget({ ...target, hostname: renderAddress(address) }, none)).toThrow('private')
      expect(isRefusedAddress(address, compileRanges([range]))).toBe(false)
    }
  })
})

describe('retries', () => {
  const times = (mode: (typeof retryModes)[number], random = 0) => {
    const delays: number[] = []
    for (let attempts = 1, nowMs = 0; ; attempts++) {
      const next = nextAttemptAt(mode, { attempts, sinceMs: 0, nowMs, random })
      if (next === undefined) return { delays, totalMs: nowMs }
      delays.push(next - nowMs)
      nowMs = next
    }
  }

  it('are three, ten seconds apart, as in the hosted product', () => {
    expect(times('hosted', 0.9).delays).toEqual([10_000, 10_000, 10_000])
  })

  it('go on for a day with growing delays', () => {
    const { delays, totalMs } = times('day')
    expect(delays).toEqual(delays.toSorted((a, b) => a - b))
    expect(totalMs / 3_600_000).toBeGreaterThan(23)
    expect(times('day', 0.999).totalMs / 3_600_000).toBeLessThan(27)
  })

  it('end a day after the event also for a delivery that had to wait for others', () => {
    const dayMs = 24 * 3_600_000
    const late = { attempts: 1, sinceMs: 7, random: 0 }
    expect(nextAttemptAt('day', { ...late, nowMs: 6 + dayMs })).toBe(6 + dayMs + 5_000)
    expect(nextAttemptAt('day', { ...late, nowMs: 7 + dayMs })).toBeUndefined()
    expect(nextAttemptAt('hosted', { ...late, nowMs: 7 + dayMs })).toBe(7 + dayMs + 10_000)
  })

  it('are never in the past and end', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...retryModes),
        fc.integer({ min: 1, max: 100 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (mode, attempts, random) => {
          const next = nextAttemptAt(mode, { attempts, sinceMs: 0, nowMs: 5, random })
          if (attempts > 12) expect(next).toBeUndefined()
          else if (next !== undefined) expect(next).toBeGreaterThan(5)
        },
      ),
    )
  })
})

it('a secret of Standard Webhooks has a key in base64 behind its prefix', () => {
  for (const secret of [
    '12345678',
    'whsec-x!!',
    'whsec_MDEyMzQ1Njc=',
    'whsec_MDEyMzQ1Njc',
    'whsec_-_0yMzQ1Njc',
  ])
    checkSecret(secret)
  for (const secret of [
    'whsec_',
    'whsec_!!!!',
    'whsec_MDEyMzQ1Ng==',
    'whsec_MDEyMzQ1Njc===',
    'whsec_MDEy MzQ1Njc=',
  ])
    expect(() => checkSecret(secret)).toThrow('body.signatureSecret: must have base64 of at least 8 bytes')
})

it('of a secret the end is shown, and nothing of a short one', () => {
  expect(maskSecret('whsec_0123456789abcdef')).toBe('…cdef')
  expect(maskSecret('12345678')).toBe('…')
})
