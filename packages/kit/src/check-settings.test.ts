import { expect, test } from 'vitest'
import { checkSettings } from './check-settings.ts'

const wrong = (env: Record<string, string>) => checkSettings(env).wrong.map(({ message }) => message)
const unknown = (env: Record<string, string>) => checkSettings(env).unknown.map(({ message }) => message)

test('without any variable everything is right', () => {
  expect(checkSettings({})).toEqual({ wrong: [], unknown: [] })
})

test('every wrong setting is said, whichever service reads it', () => {
  expect(
    wrong({
      CAY_POOL_SIZE: '1000',
      CAY_TLS: 'auto',
      CAY_EVENT_DAYS: '0',
      CAY_DNS_UPSTREAM: 'resolver.example',
      CAY_PROXY_SANDBOX_CONNECTIONS: 'many',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    }).sort(),
  ).toEqual([
    'CAY_DNS_UPSTREAM="resolver.example" is not valid: IPv4 addresses, each with a port or without, with commas between',
    'CAY_EVENT_DAYS="0" is not valid: a whole number from 1 to 3650',
    'CAY_POOL_SIZE="1000" is not valid: a whole number from 0 to 64',
    'CAY_PROXY_SANDBOX_CONNECTIONS="many" is not valid: a whole number from 1 to 16384',
    'CAY_TLS="auto" is not valid: it needs CAY_DOMAIN, a domain name without scheme and port, such as sandboxes.example',
    'OTEL_EXPORTER_OTLP_ENDPOINT="collector:4318" is not valid: a URL that begins with http:// or https://',
  ])
})

test.each([
  ['CAY_BIND', 'everywhere'],
  ['CAY_METRICS_BIND', '300.1.1.1'],
  ['CAY_ISSUER_URL', 'cay.example'],
])('%s=%s is refused before anything starts', (variable, value) => {
  expect(wrong({ [variable]: value }).join()).toContain(`${variable}="${value}" is not valid`)
})

test('a setting that is wrong for itself is said once, not again by the rules that need it', () => {
  expect(wrong({ CAY_DOMAIN: 'https://cay.example', CAY_TLS: 'auto', CAY_TLS_PORT: 'x' })).toEqual([
    'CAY_DOMAIN="https://cay.example" is not valid: a domain name without scheme and port',
    'CAY_TLS_PORT="x" is not valid: a whole number from 0 to 65535',
  ])
})

test('files for TLS are both asked for, and have to be there', () => {
  expect(
    wrong({ CAY_DOMAIN: 'cay.example', CAY_TLS: 'files', CAY_TLS_KEY_FILE: '/nowhere/key.pem' }),
  ).toEqual([
    'CAY_TLS_CERT_FILE="" is not valid: CAY_TLS=files needs the absolute path of a file in PEM that can be read',
    'CAY_TLS_KEY_FILE="/nowhere/key.pem" is not valid: CAY_TLS=files needs the absolute path of a file in PEM that can be read',
  ])
})

test('two services cannot have one port', () => {
  expect(wrong({ CAY_API_PORT: '3002' })).toEqual([
    'CAY_PROXY_PORT="3002" is not valid: another port than that of CAY_API_PORT',
  ])
  expect(wrong({ CAY_API_PORT: '443' })).toEqual([])
  expect(wrong({ CAY_API_PORT: '0', CAY_PROXY_PORT: '0' })).toEqual([])
})

test('a secret is not shown', () => {
  const said = wrong({ CAY_API_KEY: 'e2b_0123', CAY_SECRETS_KEY: 'topsecret' }).join('\n')
  expect(said).toContain('CAY_API_KEY="(not shown)" is not valid: e2b_ and 40 hex digits')
  expect(said).toContain('CAY_SECRETS_KEY="(not shown)" is not valid: 64 hex digits')
  expect(said).not.toMatch(/0123|topsecret/)
})

test('a variable that nobody reads is named, with the setting that was probably meant', () => {
  expect(unknown({ CAY_POOL_SZIE: '2', CAY_QUITE_DIFFERENT: '1', PATH: '/bin' })).toEqual([
    'CAY_POOL_SZIE is not a setting of Cay and has no effect: did you mean CAY_POOL_SIZE?',
    'CAY_QUITE_DIFFERENT is not a setting of Cay and has no effect: docs/settings.md lists them',
  ])
})

test('what tests and development set is no mistake', () => {
  expect(unknown({ CAY_TEST_NAME: 'x', CAY_FUZZ_RUNS: '10', CAY_ENVD_PORT: '0', CAY_POOL_SZIE: '' })).toEqual(
    [],
  )
})
