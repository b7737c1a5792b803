import { expect, test } from 'vitest'
import { TerminalModes } from './terminal-modes.ts'

function restoreAfter(...pieces: string[]): string {
  const modes = new TerminalModes()
  for (const piece of pieces) modes.push(Buffer.from(piece))
  return modes.restore()
}

test.each([
  ['plain output and colours', ['text \x1b[31mred\x1b[0m'], ''],
  [
    'a program that fills the screen',
    ['\x1b[?1049h\x1b[?1h\x1b=\x1b[?25l'],
    '\x1b[?1049l\x1b[?1l\x1b[?25h\x1b>',
  ],
  ['one that has ended in order', ['\x1b[?1049h\x1b[?25l', 'text\x1b[?25h\x1b[?1049l'], ''],
  ['several modes at once', ['\x1b[?1000;1006h'], '\x1b[?1000l\x1b[?1006l'],
  ['a sequence that arrives in pieces', ['\x1b', '[?20', '04h'], '\x1b[?2004l'],
])('%s: what was switched is taken back', (_, pieces, restore) => {
  expect(restoreAfter(...pieces)).toBe(restore)
})
