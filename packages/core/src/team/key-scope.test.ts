import { operations } from '@cay/contract/gen/control/operations.js'
import { expect, test } from 'vitest'
import { isOpen, keyScopes, showsTokens } from './key-scope.ts'

const doors = Object.values(operations)
const openTo = (scope: (typeof keyScopes)[number]) => doors.filter((door) => isOpen(scope, door))

test('a full key opens everything', () => {
  expect(openTo('full')).toEqual(doors)
})

test('a key that only reads changes nothing, and is told no tokens', () => {
  for (const { method } of openTo('read-only')) expect(method).toBe('GET')
  expect(openTo('read-only').map(({ id }) => id)).toContain('getSandbox')
  expect(keyScopes.filter(showsTokens)).toEqual(['full', 'sandbox-only'])
})

test('a key for sandboxes opens what is below them, in every version, and nothing else', () => {
  const ids = openTo('sandbox-only').map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['createSandboxV2', 'killSandbox', 'connectSandboxV2']))
  for (const id of ['createApiKey', 'listApiKeys', 'deleteTemplate', 'listSnapshots'] as const)
    expect(ids).not.toContain(id)
  expect(isOpen('sandbox-only', { method: 'GET', url: '/sandboxes-of-others' })).toBe(false)
})
