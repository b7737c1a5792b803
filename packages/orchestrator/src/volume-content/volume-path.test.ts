import { expect, test } from 'vitest'
import { readRange } from './send-file.ts'
import { readChange, readDepth, readId, readMode, readPath } from './volume-path.ts'

const path = (text: string) => readPath(new URLSearchParams({ path: text }))

test.each([
  ['', '/'],
  ['a/b/', '/a/b'],
  ['/a//./b', '/a/b'],
  ['../../etc/passwd', '/etc/passwd'],
  ['/..', '/'],
])('the path %j is %j in the volume', (text, clean) => {
  expect(path(text)).toBe(clean)
})

test.each(['a\0b', 'x'.repeat(4097)])('a path that no file can have is refused', (text) => {
  expect(() => path(text)).toThrow(/at most 4096 bytes/)
})

test('a path has to be given', () => {
  expect(() => readPath(new URLSearchParams())).toThrow('path is required')
})

test('ids, modes and depths are integers within their bounds', () => {
  expect(readId('uid', null, 9090)).toBe(9090)
  expect(readId('uid', '0', 9090)).toBe(0)
  expect(readMode('511', 0)).toBe(0o777)
  expect(readDepth('0')).toBe(1)
  for (const wrong of ['65536', '-1', '1.5', 'x'])
    expect(() => readId('uid', wrong, 0)).toThrow('uid must be')
  expect(() => readMode('4096', 0)).toThrow('mode must be')
  expect(() => readDepth('11')).toThrow('depth must be')
})

test('an upload with `uid=` and nothing behind it belonged to root', () => {
  for (const text of ['', ' ', '0x10', '1e2', ' 5']) {
    expect(() => readId('uid', text, 9090)).toThrow('uid must be')
    expect(() => readMode(text, 0o666)).toThrow('mode must be')
    expect(() => readDepth(text)).toThrow('depth must be')
  }
})

test('a change names what it changes', () => {
  expect(readChange('{"uid":1}')).toEqual({ uid: 1 })
  expect(readChange('{}')).toEqual({})
  for (const wrong of ['', '[]', 'null', '{"mode":"x"}']) expect(() => readChange(wrong)).toThrow()
})

test.each([
  [undefined, undefined],
  ['bytes=0-1,4-5', undefined],
  ['bytes=-', undefined],
  ['bytes=2-5', { first: 2, last: 5 }],
  ['bytes=2-', { first: 2, last: 9 }],
  ['bytes=-3', { first: 7, last: 9 }],
  ['bytes=8-99', { first: 8, last: 9 }],
])('of ten bytes %j is %j', (header, range) => {
  expect(readRange(header, 10)).toEqual(range)
})

test('a range behind the end is refused', () => {
  expect(() => readRange('bytes=10-', 10)).toThrow('10 bytes')
})
