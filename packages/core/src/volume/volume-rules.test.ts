import { expect, test } from 'vitest'
import { checkMounts, checkVolumeId, checkVolumeName } from './volume-rules.ts'

const volumes = new Set(['a', 'b'])

test.each(['a', 'A-b_9', 'x'.repeat(250)])('%s is a name', (name) => {
  expect(() => checkVolumeName(name)).not.toThrow()
})

test.each(['', 'a b', 'a/b', '..', 'ä', 'x'.repeat(251)])('%j is no name', (name) => {
  expect(() => checkVolumeName(name)).toThrow('a volume name has')
})

test('an id is a UUID', () => {
  expect(() => checkVolumeId('0b4a5d0e-7d7f-4b54-9d0c-0d2f4f1d5a11')).not.toThrow()
  expect(() => checkVolumeId('../../etc')).toThrow('UUID')
})

test('mounts of volumes that exist, at places of their own, are right', () => {
  const mounts = [
    { name: 'a', path: '/mnt/a' },
    { name: 'b', path: '/home/user/b' },
  ]
  expect(checkMounts(mounts, volumes)).toBeUndefined()
})

test('one error names every mount that is wrong', () => {
  const mounts = [
    { name: 'c', path: '/c' },
    { name: 'a', path: 'relative' },
    { name: 'a', path: '/x/../y' },
    { name: 'a', path: '/' },
    { name: 'a', path: '/proc/1' },
    { name: 'a', path: '/ok' },
    { name: 'b', path: '/ok' },
    { name: 'a', path: '/again' },
  ]
  expect(checkMounts(mounts, volumes)?.message.split('\n')).toEqual([
    'invalid volume mounts:',
    "- volume mount #0: volume 'c' not found",
    "- volume mount #1: path 'relative' must be absolute and clean",
    "- volume mount #2: path '/x/../y' must be absolute and clean",
    "- volume mount #3: path '/' must be absolute and clean",
    "- volume mount #4: path '/proc/1' is reserved",
    "- volume mount #5: volume 'a' is mounted twice",
    "- volume mount #6: path '/ok' is used twice",
    "- volume mount #7: volume 'a' is mounted twice",
  ])
})

test('a sandbox has a bounded number of volumes', () => {
  const mounts = Array.from({ length: 33 }, (_, index) => ({ name: 'a', path: `/${index}` }))
  expect(checkMounts(mounts, volumes)?.message).toContain('at most 32')
})
