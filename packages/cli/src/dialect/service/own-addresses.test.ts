import { expect, test } from 'vitest'
import { namesThisInstallation } from './own-addresses.ts'

const own = { api: 'http://127.0.0.1:3000', tls: 'https://cay.example:8443', domain: 'cay.test' }

test.each([
  ['http://127.0.0.1:3000', true],
  ['http://localhost:3000/', true],
  ['http://127.0.0.1:3001', false],
  ['https://127.0.0.1:3000', false],
  ['http://127.0.0.1.example.com:3000', false],
  ['http://user@example.com:3000', false],
  ['https://api.cay.example:8443', true],
  ['https://api.cay.example', false],
  ['https://api.cay.test', true],
  ['https://api.e2b.app', false],
  ['nonsense', false],
])('%s is this installation: %s', (address, isOwn) => expect(namesThisInstallation(address, own)).toBe(isOwn))
