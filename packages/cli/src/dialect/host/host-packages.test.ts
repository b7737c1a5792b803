import { expect, test } from 'vitest'
import {
  aptNames,
  findMissingPackages,
  hostPackages,
  needsBackports,
  parseRunscRelease,
} from './host-packages.ts'

const everything = { has: () => true, runscRelease: 20240729 }
const runsc = hostPackages.filter(({ name }) => name === 'runsc')

test('a host that has every program lacks nothing', () => {
  expect(findMissingPackages(everything)).toEqual([])
})

test('a package is missing when one of its programs is', () => {
  const missing = findMissingPackages({ ...everything, has: (program) => program !== 'losetup' })
  expect(missing.map(({ name }) => name)).toEqual(['mount'])
})

test('a runsc that is too old counts as missing', () => {
  expect(findMissingPackages({ ...everything, runscRelease: 20221219 })).toEqual(runsc)
  expect(findMissingPackages({ ...everything, runscRelease: undefined })).toEqual(runsc)
})

test('both spellings of a runsc release are read', () => {
  expect(parseRunscRelease('runsc version 0.0~20240729.0\nspec: 1.0.2-dev\n')).toBe(20240729)
  expect(parseRunscRelease('runsc version release-20251020.0\n')).toBe(20251020)
  expect(parseRunscRelease('runsc version devel\n')).toBeUndefined()
})

test('only runsc comes from backports, and only on Debian 12', () => {
  const missing = hostPackages.filter(({ name }) => ['runsc', 'nftables'].includes(name))
  expect(aptNames(missing, 'bookworm')).toEqual(['runsc/bookworm-backports', 'nftables'])
  expect(aptNames(missing, 'trixie')).toEqual(['runsc', 'nftables'])
  expect(needsBackports(missing, 'trixie')).toBe(false)
  expect(needsBackports([], 'bookworm')).toBe(false)
})
