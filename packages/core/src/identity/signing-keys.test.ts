import { describe, expect, it } from 'vitest'
import { isPublished, isTrustDomain, needsKey, signingKey, spiffeId } from './signing-keys.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const key = (createdAtMs: number) => ({ createdAtMs })

describe('keys', () => {
  it('follow one another every week', () => {
    expect(needsKey([], 0)).toBe(true)
    expect(needsKey([key(0)], 7 * dayMs - 1)).toBe(false)
    expect(needsKey([key(0)], 7 * dayMs)).toBe(true)
    expect(needsKey([key(0), key(7 * dayMs)], 7 * dayMs)).toBe(false)
  })

  it('sign when they have been published for an hour, the first at once', () => {
    const both = [key(0), key(7 * dayMs)]
    expect(signingKey([key(0)], 0)).toEqual(key(0))
    expect(signingKey(both, 7 * dayMs + hourMs - 1)).toEqual(key(0))
    expect(signingKey(both, 7 * dayMs + hourMs)).toEqual(key(7 * dayMs))
    expect(signingKey([], 0)).toBeUndefined()
  })

  it('stay published while something they have signed may be shown', () => {
    expect(isPublished(key(0), 14 * dayMs)).toBe(true)
    expect(isPublished(key(0), 15 * dayMs)).toBe(false)
  })
})

it('a sandbox is named by its team, template and id', () => {
  expect(spiffeId('cay.example', { teamId: 't', templateId: 'p', sandboxId: 's' })).toBe(
    'spiffe://cay.example/team/t/template/p/sandbox/s',
  )
  expect([isTrustDomain('cay.example'), isTrustDomain('cay.example:3002'), isTrustDomain('')]).toEqual([
    true,
    false,
    false,
  ])
})
