import { expect, test } from 'vitest'
import { describeDomain, remedyForNames, withDomain } from './domain.ts'

test('--domain sets the domain and TLS in one step', () => {
  expect(withDomain({ PATH: '/bin' }, 'cay.localhost')).toEqual({
    PATH: '/bin',
    CAY_DOMAIN: 'cay.localhost',
    CAY_TLS: 'auto',
  })
})

test('TLS that was chosen otherwise stays: a certificate of the operator, or a proxy of theirs', () => {
  expect(withDomain({ CAY_TLS: 'files', CAY_DOMAIN: 'a.example' }, 'b.example')).toEqual({
    CAY_DOMAIN: 'b.example',
    CAY_TLS: 'files',
  })
})

test('without it the environment stays as it is', () => {
  const env = { CAY_DOMAIN: 'a.example' }
  expect(withDomain(env, undefined)).toBe(env)
})

test('names below localhost need no DNS', () => {
  expect(remedyForNames('cay.localhost')).toContain('libnss-myhostname')
  expect(remedyForNames('cay.example')).toContain('*.cay.example')
})

test('--domain silently wins over CAY_DOMAIN: it is said which one counts', () => {
  expect(describeDomain('b.example', { before: 'a.example', tls: 'auto' })).toBe(
    '--domain holds for this start instead of a.example; for every start set CAY_DOMAIN=b.example and CAY_TLS=auto',
  )
  expect(describeDomain('b.example', { before: undefined, tls: 'auto' })).not.toContain('instead')
})
