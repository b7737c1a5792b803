import { expect, test } from 'vitest'
import { parsePairs } from './pairs.ts'

test('each line is a pair, and the first equals sign parts it', () => {
  expect(parsePairs(' user=alice\n\nquery = a=b\nempty=')).toEqual({ user: 'alice', query: 'a=b', empty: '' })
})

test('a line that is no pair is named', () => {
  expect(() => parsePairs('user=a\nnothing')).toThrow('“nothing” is not key=value')
  expect(() => parsePairs('=value')).toThrow('“=value” is not key=value')
})
