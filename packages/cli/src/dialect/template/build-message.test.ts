import { expect, test } from 'vitest'
import { hostileTexts, safeText } from '../../../../../test/support/hostile-text.ts'
import { parseBuildMessage } from './build-message.ts'

const key = '9d88e522ab01fd2925290c082b82eab3'

test.each([
  [`[builder 2/6] RUN make [${key}]`, { kind: 'step', title: '[2/6] RUN make', isCached: false }],
  [`CACHED [builder 1/6] USER root [${key}]`, { kind: 'step', title: '[1/6] USER root', isCached: true }],
  [`[base] FROM debian:13 [${key}]`, { kind: 'step', title: '[base] FROM debian:13', isCached: false }],
  [`CACHED [finalize] [${key}]`, { kind: 'step', title: '[finalize]', isCached: true }],
  ['[builder 2/6] [stderr]: no [x]', { kind: 'output', text: 'no [x]', isError: true }],
  ['[start] [stdout]: up', { kind: 'output', text: 'up', isError: false }],
  ['[base] fetching debian:13', { kind: 'note', text: '[base] fetching debian:13' }],
  ['Waiting for logs...', { kind: 'note', text: 'Waiting for logs...' }],
])('%j', (message, meaning) => {
  expect(parseBuildMessage(message)).toEqual(meaning)
})

test('a command of several lines is one line, and moves no cursor', () => {
  const message = `[builder 1/1] RUN a \\\n    && b\u001b[2J [${key}]`
  expect(parseBuildMessage(message)).toEqual({ kind: 'step', title: '[1/1] RUN a && b[2J', isCached: false })
})

test.each(Object.entries(hostileTexts))('%s in a line of a build is text', (_, text) => {
  for (const message of [text, `[builder 1/1] RUN ${text} [${key}]`, `[start] [stdout]: ${text}`])
    expect(Object.values(parseBuildMessage(message)).join(' ')).toMatch(safeText)
})
