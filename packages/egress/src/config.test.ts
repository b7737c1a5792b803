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
