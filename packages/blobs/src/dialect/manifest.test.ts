import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameBytes } from './format.ts'
import { type ArtifactManifest, parseManifest, placeFrames } from './manifest.ts'

const digest = (letter: string) => letter.repeat(64)
const manifest: ArtifactManifest = {
  formatVersion: 1,
  artifactId: 'art-1',
  encryption: 'aes-256-gcm',
  files: [
    {
      name: 'pages.img',
      bytes: 2 * frameBytes + 5,
      isExecutable: false,
      sha256: digest('1'),
      frames: [100, 0, 7],
    },
    { name: 'empty', bytes: 0, isExecutable: false, sha256: digest('2'), frames: [] },
    { name: 'bin/runsc', bytes: 12, isExecutable: true, sha256: digest('3'), frames: [30] },
  ],
  objects: [
    { key: 's/art-1/0', bytes: 107, sha256: digest('a') },
    { key: 's/art-1/1', bytes: 30, sha256: digest('b') },
  ],
}
const copy = () => JSON.parse(JSON.stringify(manifest)) as Record<string, unknown>

test('a written manifest is read back as it was', () => {
  expect(parseManifest(copy())).toEqual(manifest)
})

test('frames follow one another through the objects, and holes are in none', () => {
  expect(placeFrames(manifest)).toEqual([
    [
      { file: 0, frame: 0, bytes: frameBytes, storedBytes: 100 },
      { file: 0, frame: 2, bytes: 5, storedBytes: 7 },
    ],
    [{ file: 2, frame: 0, bytes: 12, storedBytes: 30 }],
  ])
})

test('any field that is missing or of another type is refused', () => {
  const paths = leavesOf(manifest, [])
  expect(paths.length).toBeGreaterThan(20)
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.constantFrom(undefined, null, {}, -1, 0.5), (path, wrong) => {
      expect(() => parseManifest(replaced(copy(), path, wrong))).toThrow(
        'the manifest of the artifact is damaged',
      )
    }),
    { numRuns: 300 },
  )
})

test('any input is parsed or refused, and nothing else is thrown', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(() => parseManifest(value)).toThrow('the manifest of the artifact is damaged')
    }),
  )
})

test('a format of the future is refused with both numbers', () => {
  expect(() => parseManifest({ ...manifest, formatVersion: 2 })).toThrow(
    'format 2, this program knows format 1',
  )
})

test.each(['../x', '/etc/cron.d/x', 'a/../../b'])('the file name %j is refused', (name) => {
  const [file] = manifest.files
  expect(() => parseManifest({ ...manifest, files: [{ ...file, name }] })).toThrow(JSON.stringify(name))
})

test('an object with the key of another artifact is refused', () => {
  const [first, second] = manifest.objects
  const objects = [{ ...first, key: 's/other/0' }, second]
  expect(() => parseManifest({ ...manifest, objects })).toThrow('"s/other/0"')
})

test('frames that do not fill the objects exactly are refused', () => {
  const [first, second] = manifest.objects
  const other = (objects: unknown[]) =>
    placeFrames({ ...manifest, objects: objects as typeof manifest.objects })
  expect(() => other([first])).toThrow('frame 0 of bin/runsc fits into no object')
  expect(() => other([{ ...first, bytes: 106 }, second])).toThrow('frame 2 of pages.img fits into no object')
  expect(() => other([first, { ...second, bytes: 31 }])).toThrow(
    'object s/art-1/1 has bytes that belong to no file',
  )
})

type Path = readonly (string | number)[]

function leavesOf(value: unknown, path: Path): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const entries = Object.entries(value).map(([name, part]) =>
    leavesOf(part, [...path, Array.isArray(value) ? Number(name) : name]),
  )
  return path.length === 0 ? entries.flat() : [path, ...entries.flat()]
}

function replaced(value: unknown, [first, ...rest]: Path, by: unknown): unknown {
  if (first === undefined) return by
  const record = value as Record<string | number, unknown>
  return Array.isArray(value)
    ? value.map((part: unknown, index) => (index === first ? replaced(part, rest, by) : part))
    : { ...record, [first]: replaced(record[first], rest, by) }
}
