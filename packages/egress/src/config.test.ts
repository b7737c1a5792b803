import { readCommonSettings } from '@cay/kit/data-layout.ts'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const configOf = (env: Record<string, string>) => readConfig(env, readCommonSettings(env))

it('the resolvers are given', () => {
  expect(configOf({ CAY_DNS_UPSTREAM: '203.0.113.1:5353' })).toMatchObject({
    resolvers: [{ address: '203.0.113.1', port: 5353 }],
  })
})

it('a wrong resolver is named with its variable', () => {
  const variable = 'CAY_DNS_UPSTREAM'
  expect(() => configOf({ [variable]: 'resolver.example' })).toThrow(
    `${variable}="resolver.example" is not valid`,
  )
})

const named = { CAY_DOMAIN: 'cay.test' }

it.each<[string, Record<string, string>, [number, string][] | undefined]>([
  ['a domain', named, [[3002, 'http']]],
  [
    'TLS',
    { ...named, CAY_TLS: 'auto' },
    [
      [3002, 'http'],
      [443, 'tls'],
    ],
  ],
  ['no domain', {}, undefined],
  ['ports that the proxy chooses', { ...named, CAY_PROXY_PORT: '0' }, undefined],
  ['an address that IPv4 does not reach', { ...named, CAY_BIND: '::1' }, undefined],
  ['the setting that closes them', { ...named, CAY_EGRESS_SANDBOX_URLS: 'off' }, undefined],
])('URLs of sandboxes with %s', (_, env, expected) => {
  const { sandboxUrls } = configOf(env)
  expect(sandboxUrls === undefined ? undefined : [...sandboxUrls.protocols]).toEqual(expected)
})
