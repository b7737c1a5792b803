import { describe, expect, test } from 'vitest'
import { isPrivateByName, operatorDestinations } from './operator-registries.ts'

const rules = {
  plain: new Set(['plain.internal', '127.0.0.1:5000']),
  privates: new Set(['registry.internal', 'Tokens.internal:8443']),
  mirrors: new Map([['docker.io', 'mirror.internal:5000/hub']]),
  authorities: [],
}
const privates = [
  { host: 'registry.internal', port: 443 },
  { host: 'tokens.internal', port: 8443 },
]

describe('what a pull may reach in closed ranges', () => {
  test.each([
    'evil.example',

    '10.1.2.3:5000',
    '127.0.0.1:22',
    '127.0.0.1',
    'mirror.internal:5000',
  ])('is nothing for a registry that the operator did not name: %s', (registry) => {
    expect(operatorDestinations(registry, rules)).toEqual([])
  })

  test('is a registry without TLS at its port, and the private ones', () => {
    expect(operatorDestinations('127.0.0.1:5000', rules)).toEqual([
      { host: '127.0.0.1', port: 5000 },
      ...privates,
    ])
  })

  test('is the usual ports where none is said, that of HTTP only without TLS', () => {
    expect(operatorDestinations('plain.internal', rules)).toEqual([
      { host: 'plain.internal', port: 443 },
      { host: 'plain.internal', port: 80 },
      ...privates,
    ])
    expect(operatorDestinations('registry.internal', rules)).toEqual(privates)
  })

  test('is the mirror of a public registry, without its path, and not the registry itself', () => {
    const [first, ...rest] = operatorDestinations('docker.io', rules)
    expect(first).toEqual({ host: 'mirror.internal', port: 5000 })
    expect(rest).toEqual(privates)
  })
})

test.each([
  ['127.0.0.1:5001', true],
  ['10.0.0.1', true],
  ['169.254.169.254', true],
  ['localhost:5000', true],
  ['LOCALHOST:5000', true],
  ['x.localhost', true],
  ['127.0.0.1:5000', false],
  ['203.0.113.1:5000', false],
  ['registry.example', false],
])('a registry %s is private by its name alone: %s', (registry, isPrivate) => {
  expect(isPrivateByName(registry, rules)).toBe(isPrivate)
})
