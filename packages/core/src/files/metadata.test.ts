import fc from 'fast-check'
import { expect, test } from 'vitest'
import { uploadMetadata } from './metadata.ts'

const headers = (entries: readonly (readonly [string, string])[]) => entries.flat()

test('keys lose their prefix and are in lower case; other headers do not count', () => {
  expect(
    uploadMetadata(
      headers([
        ['X-Metadata-Author', 'Ada'],
        ['Host', 'x'],
      ]),
    ),
  ).toEqual({ author: 'Ada' })
})

test('of a repeated header the first counts', () => {
  expect(
    uploadMetadata(
      headers([
        ['X-Metadata-A', '1'],
        ['x-metadata-a', '2'],
      ]),
    ),
  ).toEqual({ a: '1' })
})

test('an empty value is kept', () => {
  expect(uploadMetadata(headers([['X-Metadata-A', '']]))).toEqual({ a: '' })
})

test('a key may be 246 bytes and not one more', () => {
  expect(() => uploadMetadata(headers([[`X-Metadata-${'k'.repeat(246)}`, '']]))).not.toThrow()
  expect(() => uploadMetadata(headers([[`X-Metadata-${'k'.repeat(247)}`, '']]))).toThrow('246')
})

test('all together may be 4096 bytes, the prefix counted for each key', () => {
  const room = 4096 - 'user.e2b.'.length - 1
  expect(() => uploadMetadata(headers([['X-Metadata-K', 'v'.repeat(room)]]))).not.toThrow()
  expect(() => uploadMetadata(headers([['X-Metadata-K', 'v'.repeat(room + 1)]]))).toThrow('4096')
})

test('anything but printable ASCII is refused', () => {
  const unprintable = fc.integer({ min: 0, max: 255 }).filter((code) => code < 0x20 || code > 0x7e)
  fc.assert(
    fc.property(unprintable, (code) => {
      expect(() => uploadMetadata(headers([['X-Metadata-K', `a${String.fromCharCode(code)}`]]))).toThrow(
        'printable',
      )
    }),
  )
})
