import { join } from 'node:path'
import { document } from '@cay/contract/gen/control/document.js'
import { operations } from '@cay/contract/gen/control/operations.js'
import { allowsOperation, keyScopes } from '@cay/core/team/key-scope.ts'
import { createConfig, lint } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { read, root } from './tree.ts'

test('the description of the control API is in order', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // A template may be named `aliases`, but not asked for by that name; the router takes the fixed segment first.
      'no-ambiguous-paths': 'off',
      // Of the four that take nothing, nothing can be wrong.
      'operation-4xx-response': 'off',
      // Some steps of a sign-in only lead on.
      'operation-2xx-response': 'off',
      'operation-operationId-unique': 'error',
      'no-unused-components': 'error',
    },
  })
  const problems = await lint({ ref: join(root, 'spec/control.openapi.yaml'), config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, location[0]?.pointer, message])).toEqual([])
})

test('no schema has a default for what it requires: filled in, it would not be missed', () => {
  const required = new Map<object, string>()
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { required: names, properties } = node as {
      required?: string[]
      properties?: Record<string, object>
    }
    if (Array.isArray(names) && properties !== undefined)
      for (const name of names) if ('default' in (properties[name] ?? {})) required.set(node, name)
    Object.values(node).forEach(walk)
  }
  walk(document)
  expect([...required.values()]).toEqual([])
})

test('every call that may come with a body says what one over its bound gets', () => {
  const silent = Object.values(operations).filter(
    ({ method, isPublic, responses }) => method !== 'GET' && !isPublic && responses[413] === undefined,
  )
  expect(silent.map(({ id }) => id)).toEqual([])
})

test('every call that the scope of a key may keep out says what its caller gets', () => {
  const silent = Object.values(operations).filter(
    (operation) =>
      !operation.isPublic &&
      !operation.isAdmin &&
      keyScopes.some((scope) => !allowsOperation(scope, operation)) &&
      operation.responses[403] === undefined,
  )
  expect(silent.map(({ id }) => id)).toEqual([])
})

test('every route is on the page about the API, and the reverse', () => {
  const rows = [...read('docs/api.md').matchAll(/^\| `(\w+ \/[^`]*)`/gm)].map(([, route]) => route)
  const routes = Object.values(operations).map(
    ({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`,
  )
  expect([...rows].sort()).toEqual([...routes].sort())
})
