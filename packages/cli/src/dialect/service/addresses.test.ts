import { expect, test } from 'vitest'
import { renderReady } from './addresses.ts'

const plainAddresses = { api: 'http://127.0.0.1:3000', proxy: 'http://127.0.0.1:3002' }
const key = { value: 'e2b_secret', file: '/data/api-key', isChosen: false }
const facts = { addresses: plainAddresses, key, logs: '/data/logs', hasOwnAuthority: true }

test('the API key is not printed where others may read it later, but where it is kept', () => {
  const text = renderReady({ ...facts, key: { ...key, value: undefined } })
  expect(text).not.toContain('e2b_')
  expect(text).toContain('API key       kept in /data/api-key, which root can read')
  expect(text).toContain('export E2B_API_KEY=$(cat /data/api-key)')
  const chosen = renderReady({ ...facts, key: { ...key, value: undefined, isChosen: true } })
  expect(chosen).toContain('export E2B_API_KEY=$CAY_API_KEY')
})

test('where only the hash of the key is known, it is said how to make another', () => {
  const text = renderReady({ ...facts, key: { value: undefined, file: undefined, isChosen: false } })
  expect(text).toContain(
    'API key       one that clients have; `cay key create NAME --team default` makes another',
  )
  expect(text).toContain('export E2B_API_KEY=KEY\n')
})

test('on a terminal the key can be copied', () => {
  expect(renderReady(facts)).toContain('export E2B_API_KEY=e2b_secret')
})

test('without a domain it is said that links do not name their sandbox, and what to set', () => {
  const text = renderReady(facts)
  expect(text).toContain('export E2B_SANDBOX_URL=http://127.0.0.1:3002')
  expect(text).toMatch(
    /links of downloadUrl\(\) and uploadUrl\(\) do not name their sandbox[^`]*`cay up --domain NAME`/,
  )
})

test('with a domain the client needs nothing else but trust', () => {
  const addresses = { ...plainAddresses, tls: 'https://cay.localhost:8443' }
  const text = renderReady({ ...facts, addresses })
  expect(text).toContain('export E2B_DOMAIN=cay.localhost:8443\n')
  expect(text).toContain('NODE_EXTRA_CA_CERTS=$PWD/cay.crt')
  expect(text).not.toMatch(/E2B_API_URL|E2B_SANDBOX_URL|downloadUrl/)
  expect(renderReady({ ...facts, addresses, hasOwnAuthority: false })).not.toContain('cay.crt')
})
