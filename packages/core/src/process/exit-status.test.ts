import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeEnd } from './exit-status.ts'

test('a process that ends with 0 has no error', () => {
  expect(describeEnd(0)).toEqual({ exitCode: 0, exited: true, status: 'exit status 0', error: undefined })
})

test('any other exit code is its status and its error', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 255 }), (code) => {
      const text = `exit status ${code}`
      expect(describeEnd(code << 8)).toEqual({ exitCode: code, exited: true, status: text, error: text })
    }),
  )
})

test.each([
  [9, 'signal: killed'],
  [15, 'signal: terminated'],
  [2, 'signal: interrupt'],
  [11 | 0x80, 'signal: segmentation fault (core dumped)'],
  [34, 'signal: signal 34'],
])('status word %i of a signal reads %s', (word, text) => {
  expect(describeEnd(word)).toEqual({ exitCode: -1, exited: false, status: text, error: text })
})
