import { expect, test } from 'vitest'
import {
  copyArguments,
  type PullTrouble,
  pullDetail,
  pullTrouble,
  renderAuthFile,
  renderRegistries,
} from './image-tool.ts'

test('plain registries and mirrors are told, and nothing can be put between the lines', () => {
  const rules = {
    plain: new Set(['127.0.0.1:5000']),
    mirrors: new Map([['docker.io', '127.0.0.1:5000/hub"\n[[registry]]']]),
  }
  expect(renderRegistries(rules)).toBe(`unqualified-search-registries = []
[[registry]]
location = "127.0.0.1:5000"
insecure = true
[[registry]]
location = "docker.io"
insecure = false
[[registry.mirror]]
location = "127.0.0.1:5000/hub[[registry]]"
insecure = true
`)
})

test('a login is for one registry', () => {
  const file = renderAuthFile('r.example:5000', { username: 'AWS', password: 'a:b"c' })
  const auth = Buffer.from('AWS:a:b"c').toString('base64')
  expect(JSON.parse(file)).toEqual({ auths: { 'r.example:5000': { auth } } })
})

test('no secret stands among the arguments of the tool', () => {
  const call = { authFile: '/x/auth.json', timeoutSeconds: 60, arch: 'x64' }
  const argv = copyArguments(call, { source: 'r.example/app@sha256:0', layout: '/l', blobs: '/b' })
  expect(argv).toContain('--src-authfile=/x/auth.json')
  expect(argv).toContain('--override-arch=amd64')
  expect(argv.at(-2)).toBe('docker://r.example/app@sha256:0')
})

test.each<[string, PullTrouble]>([
  ['reading manifest latest in r/app: unauthorized: authentication required', 'denied'],
  ['reading manifest latest in r/app: denied: requested access', 'denied'],
  ['reading manifest latest in r/app: manifest unknown', 'missing'],
  [
    'writing blob: reading blob sha256:01: Error fetching blob: invalid status code from registry 404 (Not Found)',
    'incomplete',
  ],
  ['reading manifest x in r/app: name unknown: repository name not known to registry', 'missing'],
  ['writing blob: Digest did not match, expected sha256:0, got sha256:1', 'damaged'],
  ['signal: file size limit exceeded: file too large', 'damaged'],
  ['pinging container registry r: Get "http://r/v2/": dial tcp: lookup r: no such host', 'unreachable'],
  ['dial tcp 127.0.0.1:1: connect: connection refused', 'unreachable'],
  ['dial tcp 198.51.100.1:443: connect: network is unreachable', 'unreachable'],
  ['read tcp 198.18.0.2:4->10.0.0.1:443: read: connection reset by peer', 'unreachable'],
  ['Get "https://r/v2/": x509: certificate signed by unknown authority', 'untrusted'],
  ['received unexpected HTTP status: status code 503', 'unreachable'],
  ['writing blob: write /x: no space left on device', 'full'],
  ['something that nobody has seen yet', 'other'],
])('"%s" means that the image is %s', (stderr, trouble) => {
  expect(pullTrouble(`time="x" level=fatal msg="${stderr}"`)).toBe(trouble)
})

test.each<[string, PullTrouble]>([
  ['reading blob sha256:01: Get "https://r/v2/": x509: certificate signed by unknown authority', 'untrusted'],
  ['reading config blob sha256:01: Get "https://r/v2/": remote error: tls: unknown certificate', 'untrusted'],
  ['reading blob sha256:01: Get "https://b/": remote error: tls: unknown certificate authority', 'untrusted'],
  [
    'reading blob sha256:01: Get "https://b/": dial tcp: lookup b on 192.0.2.1:53: no such host',
    'unreachable',
  ],
  ['reading blob sha256:01: fetching blob: blob unknown to registry', 'incomplete'],
  ['reading blob sha256:01: fetching blob: blob unknown: not there', 'incomplete'],
  ['reading config blob sha256:01: fetching blob: StatusCode: 404, <html>', 'incomplete'],
])('a blob was said to be missing where something else was unknown: "%s" is %s', (stderr, trouble) => {
  const escaped = stderr.replaceAll('"', '\\"')
  expect(pullTrouble(`time="x" level=fatal msg="${escaped}"`)).toBe(trouble)
})

const digest = 'e404a3ed6d2c9e5d1f1f1b8b7c0d6a404404b0c1a9d8e7f6a5b4c3d2e1f0a9b8'

test.each<[string, PullTrouble]>([
  [
    `writing blob: reading blob sha256:${digest}: Get "http://127.0.0.1:40404/answer": proxyconnect tcp: EOF`,
    'unreachable',
  ],
  [`reading blob sha256:${digest}: dial tcp 127.0.0.1:40401: connect: connection refused`, 'unreachable'],
  [`reading blob sha256:${digest}: dial tcp [2001:db8::404]:443: i/o timeout`, 'unreachable'],
  ['reading manifest denied in unauthorized.test:404/forbidden: manifest unknown', 'missing'],
  ['pinging container registry tls.corrupt.test: authentication required', 'denied'],
  [
    'pinging container registry r: dial tcp: lookup x509.denied.test on 198.51.100.1:53: no such host',
    'unreachable',
  ],
])('names, ports and digests decide nothing: "%s" means that the image is %s', (stderr, trouble) => {
  const escaped = stderr.replaceAll('"', '\\"')
  expect(pullTrouble(`time="x" level=fatal msg="${escaped}"`)).toBe(trouble)
})

test.each([
  [
    'fetching blob: Get "https://me:word@bucket.example/blob?X-Amz-Signature=4f3a&X-Amz-Date=1": EOF',
    'fetching blob: Get "https://bucket.example/blob": EOF',
  ],
  ['requested access to the resource is denied?', 'requested access to the resource is denied?'],
  ['a line\nand another', 'a line\\nand another'],
])('the tool is repeated without what opens doors: %s', (message, shown) => {
  const escaped = message.replaceAll('"', '\\"').replaceAll('\n', '\\n')
  expect(pullDetail(`time="x" level=fatal msg="${escaped}"`)).toBe(shown)
})

test('a tool that says nothing is not repeated', () => {
  expect(pullDetail('')).toBe('')
  expect(pullDetail('panic: something else')).toBe('')
})
