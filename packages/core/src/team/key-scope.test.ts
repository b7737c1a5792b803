import { operations } from '@cay/contract/gen/control/operations.js'
import { expect, test } from 'vitest'
import { allowsOperation, keyScopes, showsTokens } from './key-scope.ts'

const all = Object.values(operations)
const openTo = (scope: (typeof keyScopes)[number]) =>
  all.filter((operation) => allowsOperation(scope, operation))

test('a full key allows every operation', () => {
  expect(openTo('full')).toEqual(all)
})

test('a read-only key allows reads alone, and gets no tokens', () => {
  for (const { method } of openTo('read-only')) expect(method).toBe('GET')
  expect(openTo('read-only').map(({ id }) => id)).toContain('getSandbox')
  expect(keyScopes.filter(showsTokens)).toEqual(['full', 'sandbox-only'])
})

test('a sandbox-only key allows the operations below /sandboxes, in every version, and no others', () => {
  const ids = openTo('sandbox-only').map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['createSandboxV2', 'killSandbox', 'connectSandboxV2']))
  for (const id of ['createApiKey', 'listApiKeys', 'deleteTemplate', 'listSnapshots'] as const)
    expect(ids).not.toContain(id)
  expect(allowsOperation('sandbox-only', { method: 'GET', url: '/sandboxes-of-others' })).toBe(false)
})
