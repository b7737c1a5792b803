import { expect, test } from 'vitest'
import { isSandboxHost } from './sandbox-host.ts'

const domain = 'cay.example'

test.each(['3000-i0abc.cay.example', '1-a.cay.example', '65535-0.cay.example'])('%s is a sandbox', (name) => {
  expect(isSandboxHost(name, domain)).toBe(true)
})

test.each([
  'api.cay.example',
  'sandbox.cay.example',
  'cay.example',
  '3000-i0abc.cay.example.evil.test',
  '3000-i0abc.evilcay.example',
  '3000-i0abc.api.cay.example',
  '3000-.cay.example',
  '-i0abc.cay.example',
  '0-i0abc.cay.example',
  '65536-i0abc.cay.example',
  '3000-i0abc-x.cay.example',
  '3000.cay.example',
])('%s is none', (name) => {
  expect(isSandboxHost(name, domain)).toBe(false)
})
