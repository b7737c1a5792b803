import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foreignTo, type Manifest, parseManifest, refuseOtherFlags } from './manifest.ts'

const manifest: Manifest = {
  formatVersion: 1,
  templateId: 'a'.repeat(20),
  buildId: '00000000-0000-4000-8000-000000000000',
  alias: 'base',
  resources: { cpuCount: 2, memoryMb: 1024, diskSizeMb: 10_240 },
  envdVersion: '0.6.13',
  key: 'k',
  runtimeVersion: 'runsc version 1',
  runtimeFlags: ['--platform=systrap'],
  cpuFeatures: 'avx sse',
  files: { 'rootfs.erofs': 4096 },
  createdAtMs: 1,
}
const node = {
  runtimeVersion: 'runsc version 1',
  runtimeFlags: ['--platform=systrap'],
  cpuFeatures: 'avx sse',
}

test('a written manifest is read back as it was', () => {
  expect(parseManifest(JSON.stringify(manifest))).toEqual(manifest)
})

test('a manifest that misses any one field, or has it of a wrong type, is refused by that field', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(manifest).filter((name) => name !== 'formatVersion')),
      fc.constantFrom(undefined, null, true),
      (name, wrong) => {
        const text = JSON.stringify({ ...manifest, [name]: wrong })
        expect(() => parseManifest(text)).toThrow(`field "${name}" is missing or wrong`)
      },
    ),
  )
})

test('any text at all is read or refused, never a fault', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(() => parseManifest(text)).toThrow('the template build cannot be used')
    }),
  )
})

test('a format of the future is refused with both numbers', () => {
  expect(() => parseManifest(JSON.stringify({ ...manifest, formatVersion: 2 }))).toThrow(
    'format 2, this program knows format 1',
  )
})

test('resources without a disk size are refused', () => {
  const text = JSON.stringify({ ...manifest, resources: { cpuCount: 2, memoryMb: 1024 } })
  expect(() => parseManifest(text)).toThrow('field "resources"')
})

test('a build suits the node it was made on, and one with a richer processor', () => {
  expect(foreignTo(manifest, node)).toBeUndefined()
  expect(foreignTo(manifest, { ...node, cpuFeatures: 'avx avx512f sse' })).toBeUndefined()
})

test.each([
  [
    'another runsc',
    { runtimeVersion: 'runsc version 2' },
    'made by runsc version 1, this node has runsc version 2',
  ],
  ['a poorer processor', { cpuFeatures: 'sse' }, "this node's processor lacks avx"],
])('a checkpoint for %s is foreign, in plain words', (_, change, words) => {
  expect(foreignTo(manifest, { ...node, ...change })).toContain(words)
})

test('a build of an earlier Cay, whose files any user could write, is refused and not booted', () => {
  expect(() =>
    refuseOtherFlags(manifest, { runtimeFlags: ['--platform=systrap', '--directfs=false'] }),
  ).toThrow('made with the runsc flags "--platform=systrap"')
  expect(() => refuseOtherFlags(manifest, node)).not.toThrow()
})

test.each([
  ['templateId', '../../containers'],
  ['templateId', '.staging'],
  ['buildId', 'a/../../b'],
  ['files', { '../../etc/passwd': 1 }],
  ['files', { '/etc/passwd': 1 }],
])('a manifest whose %s is %j names nothing outside of its directory: it is refused', (name, value) => {
  expect(() => parseManifest(JSON.stringify({ ...manifest, [name]: value }))).toThrow(
    `field "${name}" is missing or wrong`,
  )
})
