import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grantsMax, readGrants } from './grants.ts'

test('grants are the texts cay:TEAM:ROLE of the claim, in its order', () => {
  const groups = ['staff', 'cay:research:member', 'cay:default:read-only', 'cay', 'cay:default', 7, null]
  expect(readGrants({ groups }, 'groups')).toEqual([
    { slug: 'research', role: 'member' },
    { slug: 'default', role: 'read-only' },
  ])
  expect(readGrants({ scope: 'openid cay:default:admin' }, 'scope')).toEqual([
    { slug: 'default', role: 'admin' },
  ])
})

test('an unknown role grants nothing, nor does another spelling of a known one', () => {
  const groups = [
    'cay:a:owner',
    'cay:a:ADMIN',
    'cay:a:admin ',
    'cay:a:admin:b',
    'x cay:a:admin',
    'cay::admin',
  ]
  expect(readGrants({ groups }, 'groups')).toEqual([])
})

test('of several roles in a team the one that allows most counts, wherever it stands', () => {
  for (const groups of [
    ['cay:a:admin', 'cay:a:read-only'],
    ['cay:a:read-only', 'cay:a:member', 'cay:a:admin'],
  ])
    expect(readGrants({ groups }, 'groups')).toEqual([{ slug: 'a', role: 'admin' }])
})

test('a claim is found by its name, dots included, and else by its path', () => {
  const roles = ['cay:a:member']
  const expected = [{ slug: 'a', role: 'member' }]
  expect(readGrants({ 'https://cay.example/roles': roles }, 'https://cay.example/roles')).toEqual(expected)
  expect(readGrants({ realm_access: { roles } }, 'realm_access.roles')).toEqual(expected)
  expect(readGrants({ realm_access: { roles } }, 'realm_access.constructor')).toEqual([])
  expect(readGrants({}, '__proto__')).toEqual([])
})

test('whatever the claim, there are few grants and each has a known role', () => {
  const many = Array.from({ length: 1000 }, (_, index) => `cay:t${index}:admin`)
  expect(readGrants({ groups: many }, 'groups')).toHaveLength(grantsMax)
  fc.assert(
    fc.property(fc.anything(), (groups) => {
      for (const { role } of readGrants({ groups }, 'groups'))
        expect(role).toMatch(/^(admin|member|read-only)$/)
    }),
  )
})
