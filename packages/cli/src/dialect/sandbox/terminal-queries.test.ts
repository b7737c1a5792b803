import { expect, test } from 'vitest'
import { withoutQueries } from './terminal-queries.ts'

const shown = (text: string) => withoutQueries(Buffer.from(text)).toString()

test.each([
  '\x1b[c',
  '\x1b[>c',
  '\x1b[0c',
  '\x1b[6n',
  '\x1b[?2026$p',
  '\x1b[18t',
  '\x1b[>q',
  '\x1b]11;?\x07',
  '\x1b]4;1;?\x1b\\',
  '\x1bP+q544e\x1b\\',
  '\x1b[?u',
])('%j is left out', (query) => expect(shown(`a${query}b`)).toBe('ab'))

test.each(['\x1b[2J', '\x1b[31mred', '\x1b[1;5H', '\x1b]0;title\x07', '\x1b[?1049h', '\x1b[22;0t', 'é €'])(
  '%j is shown',
  (text) => expect(shown(text)).toBe(text),
)
