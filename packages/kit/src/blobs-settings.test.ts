import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blobsUrl, parseBlobsUrl } from './blobs-settings.ts'
import { parseSetting } from './settings.ts'

const plain = { kind: 's3', bucket: 'cay', prefix: '', region: 'us-east-1', style: 'path' }

test.each([
  ['s3://store.example.org/cay', { ...plain, endpoint: 'https://store.example.org' }],
  ['s3://store:8333/cay/', { ...plain, endpoint: 'https://store:8333' }],
  ['s3://127.0.0.1:8080/cay?tls=off', { ...plain, endpoint: 'http://127.0.0.1:8080' }],
  ['s3://[::1]:8080/cay?tls=off', { ...plain, endpoint: 'http://[::1]:8080' }],
  [
    's3://store/cay/a/b?region=garage',
    { ...plain, endpoint: 'https://store', prefix: 'a/b/', region: 'garage' },
  ],
  ['s3://store/cay?style=virtual', { ...plain, endpoint: 'https://store', style: 'virtual' }],
  [
    's3://s3.eu-central-1.amazonaws.com/cay',
    { ...plain, endpoint: 'https://s3.eu-central-1.amazonaws.com', region: 'eu-central-1', style: 'virtual' },
  ],
  [
    's3://KEY:a%2Fb%2Bc%40@store/cay',
    { ...plain, endpoint: 'https://store', credentials: { accessKey: 'KEY', secretKey: 'a/b+c@' } },
  ],
  ['file:///srv/blobs/', { kind: 'directory', directory: '/srv/blobs' }],
  ['file:///srv/with%20space', { kind: 'directory', directory: '/srv/with space' }],
])('%s is a location', (text, location) => {
  expect(parseBlobsUrl(text)).toEqual(location)
})

test.each([
  'store/cay',
  'https://store/cay',
  's3://store',
  's3://store/',
  's3:///cay',
  's3://store/c',
  's3://store/cay/../other',
  's3://store/cay?regoin=x',
  's3://store/cay?region=a&region=b',
  's3://store/cay?tls=no',
  's3://store/cay?style=host',
  's3://KEY@store/cay',
  's3://KEY:sec/ret@store/cay',
  's3://KEY:%zz@store/cay',
  's3://store/cay#x',
  'file://host/srv',
  'file:///srv?x=y',
])('%s is none', (text) => {
  expect(parseBlobsUrl(text)).toBeUndefined()
})

test('any text at all is a location or none, never a fault', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.string().map((rest) => `s3://${rest}`),
  )
  fc.assert(fc.property(anything, (text) => void parseBlobsUrl(text)))
})

test('a location that is wrong is refused without its credentials', () => {
  const env = { CAY_BLOBS_URL: 's3://KEY:sec/ret@store/cay' }
  expect(() => parseSetting(env, 'CAY_BLOBS_URL', blobsUrl)).toThrow(
    /^CAY_BLOBS_URL="\(not shown\)" is not valid: s3:/,
  )
})
