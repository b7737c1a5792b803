import { expect, test } from 'vitest'
import { isSchemaOne, parseImageConfig, parseImageManifest } from './image-manifest.ts'

const digest = (letter: string) => `sha256:${letter.repeat(64)}`
const config = { digest: digest('c'), size: 2 }
const manifest = (layers: unknown) => parseImageManifest(JSON.stringify({ config, layers }))

test('a manifest tells its layers, the lowest first, and may have none', () => {
  const layers = [
    { digest: digest('a'), size: 1 },
    { digest: digest('b'), size: 0 },
  ]
  const marks = { hasForeignParts: false, hasEncryptedLayers: false, isArtifact: false }
  const common = { kind: 'image', configDigest: digest('c'), ...marks }
  expect(manifest(layers)).toEqual({ ...common, layers })
  expect(manifest([])).toEqual({ ...common, layers: [] })
})

test.each<[boolean, unknown]>([
  [true, ['http://127.0.0.1/']],
  [true, 'http://127.0.0.1/'],
  [false, []],
  [false, null],
])('a part lies elsewhere than in its registry: %s, for %j', (hasForeignParts, urls) => {
  const layer = { digest: digest('a'), size: 1 }
  expect(manifest([layer, { ...layer, urls }])).toMatchObject({ hasForeignParts })
  const foreignConfig = JSON.stringify({ config: { ...config, urls }, layers: [] })
  expect(parseImageManifest(foreignConfig)).toMatchObject({ hasForeignParts })
})

test.each<[string, boolean]>([
  ['application/vnd.oci.image.config.v1+json', false],
  ['application/vnd.docker.container.image.v1+json', false],
  ['application/vnd.cncf.helm.config.v1+json', true],
])('a manifest with a config of the type %s is an artifact: %s', (mediaType, isArtifact) => {
  const text = JSON.stringify({ config: { ...config, mediaType }, layers: [] })
  expect(parseImageManifest(text)).toMatchObject({ isArtifact })
})

test('encrypted layers are told by their type', () => {
  const mediaType = 'application/vnd.oci.image.layer.v1.tar+gzip+encrypted'
  expect(manifest([{ digest: digest('a'), size: 1, mediaType }])).toMatchObject({ hasEncryptedLayers: true })
})

test('an index tells its images, and leaves out what names no machine', () => {
  const manifests = [
    { digest: digest('a'), platform: { os: 'linux', architecture: 'amd64' } },
    { digest: digest('b') },
    { digest: '../../etc/passwd', platform: { os: 'linux', architecture: 'amd64' } },
    null,
  ]
  expect(parseImageManifest(JSON.stringify({ manifests }))).toEqual({
    kind: 'index',
    images: [{ digest: digest('a'), os: 'linux', architecture: 'amd64' }],
  })
})

test.each<[string, unknown]>([
  ['a digest that is a path', [{ digest: 'sha256:../../x', size: 1 }]],
  ['a digest of another kind', [{ digest: `sha512:${'a'.repeat(128)}`, size: 1 }]],
  ['a negative size', [{ digest: digest('a'), size: -1 }]],
  ['a size that no number holds', [{ digest: digest('a'), size: 2 ** 60 }]],
  ['a size in words', [{ digest: digest('a'), size: '1' }]],
  ['no size', [{ digest: digest('a') }]],
  ['no list of layers', {}],
  ['a layer that is nothing', [null]],
])('a manifest with %s is none', (_, layers) => {
  expect(manifest(layers)).toBeUndefined()
})

test.each(['', 'null', '[]', '"x"', '{', '{"layers":[]}'])('%j is no manifest', (text) => {
  expect(parseImageManifest(text)).toBeUndefined()
})

test('a manifest of schema 1 is told from one that nobody knows', () => {
  const old = JSON.stringify({ schemaVersion: 1, fsLayers: [{ blobSum: digest('a') }] })
  expect(parseImageManifest(old)).toBeUndefined()
  expect(isSchemaOne(old)).toBe(true)
  for (const other of ['{}', 'no JSON', JSON.stringify({ schemaVersion: 2, config, layers: [] })])
    expect(isSchemaOne(other)).toBe(false)
})

test('variables are taken as they stand, and what is none is left out', () => {
  const Env = ['A=b', 'EMPTY=', 'B=c=d', '=x', 'no value', 7, 'N=\0']
  expect(parseImageConfig(JSON.stringify({ os: 'linux', architecture: 'arm64', config: { Env } }))).toEqual({
    os: 'linux',
    architecture: 'arm64',
    variables: { A: 'b', EMPTY: '', B: 'c=d' },
  })
  expect(parseImageConfig('not JSON')).toEqual({ os: '', architecture: '', variables: {} })
})
