import { expect, test } from 'vitest'
import { programCandidates } from './program-path.ts'

test('a name without a slash is looked for along the search path, in order', () => {
  expect(programCandidates('ls', '/a:/b::/c')).toEqual(['/a/ls', '/b/ls', './ls', '/c/ls'])
})

test('a name with a slash is that file alone', () => {
  expect(programCandidates('/bin/ls', '/a')).toEqual(['/bin/ls'])
  expect(programCandidates('./run', '/a')).toEqual(['./run'])
})

test('an empty name is no program', () => {
  expect(programCandidates('', '/a')).toEqual([])
})
