import { expect, test } from 'vitest'
import { daemonAddress } from './sandbox-address.ts'

const page = { protocol: 'https:', hostname: 'api.sandboxes.example' }

test('with a domain, each sandbox has a host of its own and the scheme of the page', () => {
  expect(
    daemonAddress({ sandboxID: 'iabc', domain: 'sandboxes.example:8443', page, proxyPort: 3002 }),
  ).toEqual({
    baseUrl: 'https://49983-iabc.sandboxes.example:8443',
    headers: {},
  })
})

test('without a domain, headers name the sandbox at the proxy of the host of the page', () => {
  const plain = { protocol: 'http:', hostname: '10.1.2.3' }
  expect(daemonAddress({ sandboxID: 'iabc', domain: null, page: plain, proxyPort: 4002 })).toEqual({
    baseUrl: 'http://10.1.2.3:4002',
    headers: { 'E2b-Sandbox-Id': 'iabc', 'E2b-Sandbox-Port': '49983' },
  })
})
