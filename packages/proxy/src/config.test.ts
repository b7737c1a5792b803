import { readCommonSettings } from '@cay/kit/data-layout.ts'
import { settingsTable } from '@cay/kit/settings-table.ts'
import { expect, it } from 'vitest'
import { bounds } from './bounds.ts'
import { readConfig } from './config.ts'

const read = (env: Record<string, string>) => readConfig(env, readCommonSettings(env))

it('has a default for everything', () => {
  expect(read({})).toEqual({
    bind: '127.0.0.1',
    port: 3002,
    trustedProxies: { firsts: [], lasts: [] },
    orchestratorSocket: '/var/lib/cay/run/orchestrator/rpc.sock',
    domain: undefined,
    userIssuer: undefined,
    sandboxConnectionsMax: 1024,
    idleConnectionMs: 500,
  })
})

it.each(['-1', '0.5s', '1e3', '86401'])('refuses %j seconds until a sandbox is frozen', (seconds) => {
  expect(() => read({ CAY_FREEZE_AFTER_SECONDS: seconds })).toThrow(
    /CAY_FREEZE_AFTER_SECONDS=.* is not valid: a number from 0 to 86400/,
  )
})

it('lets go of idle connections in time for their sandbox to be frozen, and within two seconds', () => {
  const idleMs = (seconds: string) => read({ CAY_FREEZE_AFTER_SECONDS: seconds }).idleConnectionMs
  expect([idleMs('0.25'), idleMs('60'), idleMs('0')]).toEqual([250, 2000, 2000])
})

it('takes a domain in any case', () => {
  expect(read({ CAY_DOMAIN: 'Cay.Example' }).domain).toBe('cay.example')
})

it.each(['https://cay.example', 'cay.example:3002', '.cay.example', 'a b'])(
  'refuses the domain %j',
  (domain) => {
    expect(() => read({ CAY_DOMAIN: domain })).toThrow(/CAY_DOMAIN=.* is not valid: a domain name/)
  },
)

it.each(['0', '-1', 'many', '100000'])('refuses %s connections per sandbox', (value) => {
  expect(() => read({ CAY_PROXY_SANDBOX_CONNECTIONS: value })).toThrow(/CAY_PROXY_SANDBOX_CONNECTIONS/)
})

it('gives one sandbox at most as many connections as there are', () => {
  expect(settingsTable.CAY_PROXY_SANDBOX_CONNECTIONS.range?.max).toBe(bounds.clientConnectionsMax)
})
