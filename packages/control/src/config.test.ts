import { readCommonSettings } from '@cay/kit/data-layout.ts'
import { expect, test } from 'vitest'
import { readControlSettings } from './config.ts'

const read = (env: Record<string, string>) => readControlSettings(env, readCommonSettings(env))

test('without a domain, clients are told the local one where it leads to us', () => {
  expect(read({}).domain).toBe('localhost:3002')
  expect(read({ CAY_PROXY_PORT: '4000', CAY_BIND: '::1' }).domain).toBe('localhost:4000')
})

test('where no name is known that leads to us, none is told', () => {
  expect(read({ CAY_BIND: '0.0.0.0' }).domain).toBeNull()
  expect(read({ CAY_PROXY_PORT: '0' }).domain).toBeNull()
})

test('a domain that is set is told as it is', () => {
  expect(read({ CAY_DOMAIN: 'sandboxes.example', CAY_BIND: '0.0.0.0' }).domain).toBe('sandboxes.example')
})

test('with TLS of its own, clients are told the port unless it is the usual one', () => {
  const tls = { CAY_DOMAIN: 'sandboxes.example', CAY_TLS: 'auto' }
  expect(read(tls).domain).toBe('sandboxes.example')
  expect(read({ ...tls, CAY_TLS_PORT: '8443' }).domain).toBe('sandboxes.example:8443')
})

test('a wrong value names its variable and what is allowed; a key is not shown', () => {
  expect(() => read({ CAY_MAX_SANDBOX_HOURS: '0' })).toThrow(
    'CAY_MAX_SANDBOX_HOURS="0" is not valid: a whole number from 1 to 480',
  )
  expect(() => read({ CAY_API_KEY: 'e2b_0123' })).toThrow(
    'CAY_API_KEY="(not shown)" is not valid: e2b_ and 40 hex digits',
  )
})
