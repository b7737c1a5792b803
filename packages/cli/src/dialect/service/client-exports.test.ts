import { expect, test } from 'vitest'
import { renderExports } from './client-exports.ts'

const access = { url: 'http://127.0.0.1:3000', apiKey: 'e2b_0', proxyUrl: 'http://127.0.0.1:3002' }

test('without a domain clients are told where the API, the sandboxes and the content of volumes are', () => {
  expect(renderExports({ ...access, domain: undefined }).split('\n')).toEqual([
    'export E2B_API_KEY=e2b_0',
    'export E2B_API_URL=http://127.0.0.1:3000',
    'export E2B_SANDBOX_URL=http://127.0.0.1:3002',
    'export E2B_VOLUME_API_URL=http://127.0.0.1:3000',
  ])
})

test('with a domain clients find everything by it', () => {
  expect(renderExports({ ...access, proxyUrl: undefined, domain: 'cay.test' }).split('\n')).toEqual([
    'export E2B_API_KEY=e2b_0',
    'export E2B_DOMAIN=cay.test',
  ])
})

test('no value is read by the shell as anything but a text', () => {
  const [key] = renderExports({ ...access, apiKey: "a'$(id) b", domain: undefined }).split('\n')
  expect(key).toBe(String.raw`export E2B_API_KEY='a'\''$(id) b'`)
})
