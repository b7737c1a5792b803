import { expect, test } from 'vitest'
import { parseSnapshotManifest, type SnapshotManifest } from './snapshot-manifest.ts'

const manifest: SnapshotManifest = {
  formatVersion: 1,
  snapshotId: '00000000-0000-4000-8000-000000000000',
  kind: 'memory',
  owner: 'sandbox',
  sandboxId: 'i00000000000000000001',
  templateId: 'a'.repeat(20),
  buildId: '00000000-0000-4000-8000-000000000001',
  envdVersion: '0.6.13',
  resources: { cpuCount: 2, memoryMb: 1024, diskSizeMb: 10_240 },
  envVars: {},
  controlToken: 'token',
  createdAtMs: 1,
  engine: { program: '/there/runsc', sha256: 'ab'.repeat(32), version: 'runsc one', flags: [] },
  cpuFeatures: '',
  files: { 'checkpoint/pages.img': { bytes: 1 } },
  diskBytes: 1,
}

test('a written manifest is read back as it was', () => {
  expect(parseSnapshotManifest(JSON.stringify(manifest))).toEqual(manifest)
})

test.each([
  ['engine', { ...manifest.engine, sha256: '../templates/t/b' }],
  ['files', { '../../runtimes/x': { bytes: 1 } }],
  ['sandboxId', '../x'],
  ['snapshotId', 'a/b'],
])('a manifest whose %s leads out of its directory is refused', (name, value) => {
  expect(() => parseSnapshotManifest(JSON.stringify({ ...manifest, [name]: value }))).toThrow(
    `field "${name}" is missing or wrong`,
  )
})
