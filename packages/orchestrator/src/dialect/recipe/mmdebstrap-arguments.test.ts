import { expect, test } from 'vitest'
import { mmdebstrapArguments, mmdebstrapProgress } from './mmdebstrap-arguments.ts'

const argv = mmdebstrapArguments({
  directory: '/data/tree',
  suite: 'bookworm',
  sources: ['deb http://mirror.test/debian bookworm main'],
  packages: ['bash', 'git'],
  excludedPaths: ['/usr/share/doc/*'],
  includedPaths: ['/usr/share/doc/*/copyright'],
})

test('nothing of the bootstrap outlives whoever started it', () => {
  expect(argv.slice(0, argv.indexOf('mmdebstrap'))).toEqual(
    expect.arrayContaining([
      'setpriv',
      '--pdeathsig=KILL',
      'unshare',
      '--mount',
      '--pid',
      '--kill-child=KILL',
    ]),
  )
})

test('suite, tree and mirror stand last, in the order mmdebstrap wants', () => {
  expect(argv.slice(-3)).toEqual(['bookworm', '/data/tree', 'deb http://mirror.test/debian bookworm main'])
})

test('a path is excluded before an exception to it is included', () => {
  const exclude = argv.indexOf('--dpkgopt=path-exclude=/usr/share/doc/*')
  expect(exclude).toBeGreaterThan(0)
  expect(argv.indexOf('--dpkgopt=path-include=/usr/share/doc/*/copyright')).toBeGreaterThan(exclude)
})

test('progress is what mmdebstrap says of itself; warnings and noise of others are not', () => {
  expect(mmdebstrapProgress('I: extracting archives...')).toBe('extracting archives')
  expect(mmdebstrapProgress('W: something odd')).toBeUndefined()
  expect(mmdebstrapProgress('')).toBeUndefined()
})
