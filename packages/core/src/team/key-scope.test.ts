import { operations } from '@cay/contract/gen/control/operations.js'
import { expect, test } from 'vitest'
import { allowsOperation, keyScopes, showsTokens } from './key-scope.ts'

const all = Object.values(operations)
const openTo = (scope: (typeof keyScopes)[number]) =>
  all.filter((operation) => allowsOperation(scope, operation))

test.each(['full', 'admin'] as const)('a key of the scope %s allows every operation', (scope) => {
  expect(openTo(scope)).toEqual(all)
})

test('a member key allows everything but to create, rename or revoke keys', () => {
  const open = new Set(openTo('member'))
  expect(all.filter((operation) => !open.has(operation)).map(({ id }) => id)).toEqual([
    'createApiKey',
    'renameApiKey',
    'deleteApiKey',
  ])
})

test('a read-only key allows reads alone, and gets no tokens', () => {
  for (const { method } of openTo('read-only')) expect(method).toBe('GET')
  expect(openTo('read-only').map(({ id }) => id)).toContain('getSandbox')
  expect(keyScopes.filter((scope) => !showsTokens(scope))).toEqual(['read-only'])
})

test('a sandbox-only key allows the operations below /sandboxes, in every version, and no others', () => {
  const ids = openTo('sandbox-only').map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['createSandboxV2', 'killSandbox', 'connectSandboxV2']))
  for (const id of ['createApiKey', 'listApiKeys', 'deleteTemplate', 'listSnapshots'] as const)
    expect(ids).not.toContain(id)
  expect(ids).toContain('getCaller')
  expect(allowsOperation('sandbox-only', { method: 'GET', url: '/sandboxes-of-others' })).toBe(false)
})
