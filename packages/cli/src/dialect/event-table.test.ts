import { expect, test } from 'vitest'
import { parseEvents, renderEventTable } from './event-table.ts'

const ended = {
  timestamp: '2026-01-01T00:00:00Z',
  kind: 'sandboxEnded',
  actor: 'system',
  sandboxID: 'ia',
  outcome: 'done',
  reason: 'out_of_memory',
}
const nowMs = Date.parse('2026-01-01T00:01:00Z')

const linesOf = (events: readonly object[]) =>
  renderEventTable(parseEvents(events), nowMs)
    .split('\n')
    .map((line) => line.split(/ {2,}/))

test('each event is a line, with the reason of an end', () => {
  expect(
    linesOf([ended, { ...ended, kind: 'killSandbox', actor: 'key', keyID: 'k', status: 204, reason: '' }]),
  ).toEqual([
    ['WHEN', 'KIND', 'ABOUT', 'BY', 'OUTCOME', 'REASON'],
    ['60 seconds ago', 'sandboxEnded', 'ia', 'system', 'done', 'out_of_memory'],
    ['60 seconds ago', 'killSandbox', 'ia', 'key k', 'done 204', '-'],
  ])
})

test('an id that a caller made up cannot speak to the terminal or add a line', () => {
  const lines = linesOf([{ ...ended, sandboxID: 'a\u001b[2J\nb\u009b1m\u202ec' }])
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('a?[2J?b?1m?c')
})
