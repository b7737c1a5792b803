import { expect, test } from 'vitest'
import { detachFilter } from './pump-input.ts'

test.each([
  [
    ['ab', '\x10', '\x11'],
    ['ab', '', ''],
  ],
  [['ab\x10\x11cd'], ['ab']],
  [
    ['\x10', 'x'],
    ['', '\x10x'],
  ],
  [
    ['\x10', '\x10', '\x11'],
    ['', '\x10', ''],
  ],
])('of the keys %j the process gets %j', (typed, given) => {
  const filter = detachFilter()
  expect(typed.map((keys) => filter(Buffer.from(keys)).bytes.toString())).toEqual(given)
})

test('Ctrl-P Ctrl-Q detaches, typed one after the other', () => {
  const filter = detachFilter()
  expect(filter(Buffer.from('\x10')).isDetached).toBe(false)
  expect(filter(Buffer.from('\x11')).isDetached).toBe(true)
})
