import { readCommonSettings } from '@cay/kit/data-layout.ts'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const configOf = (env: Record<string, string>) => readConfig(env, readCommonSettings(env))

it('the gate’s place and its resolvers are given', () => {
  const env = {
    CAY_EGRESS_ADDRESS: '198.18.0.1',
    CAY_EGRESS_PORT: '7000',
    CAY_DNS_UPSTREAM: '203.0.113.1:5353',
  }
  expect(configOf(env)).toMatchObject({
    address: '198.18.0.1',
    port: 7000,
    resolvers: [{ address: '203.0.113.1', port: 5353 }],
  })
})

it.each([
  ['CAY_EGRESS_ADDRESS', 'localhost'],
  ['CAY_EGRESS_PORT', '65536'],
  ['CAY_DNS_UPSTREAM', 'resolver.example'],
])('a wrong %s is named with its value', (variable, value) => {
  expect(() => configOf({ [variable]: value })).toThrow(`${variable}="${value}" is not valid`)
})
