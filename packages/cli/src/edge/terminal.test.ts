import { expect, test } from 'vitest'
import { paintFor } from './terminal.ts'

const red = '\u001b[31mno\u001b[39m'

test('a terminal gets colours', () => {
  expect(paintFor({ isTTY: true }, { TERM: 'xterm' })('bad', 'no')).toBe(red)
  expect(paintFor({ isTTY: true }, { NO_COLOR: '' })('bad', 'no')).toBe(red)
})

test.each([
  ['a file or a pipe', {}, {}],
  ['who has set NO_COLOR', { isTTY: true }, { NO_COLOR: '1' }],
  ['a terminal that has none', { isTTY: true }, { TERM: 'dumb' }],
])('%s gets none', (_, stream, env) => {
  expect(paintFor(stream, env)('bad', 'no')).toBe('no')
})
