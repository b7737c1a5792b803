import { expect, test } from 'vitest'
import { plain } from '../output/paint.ts'
import { renderList } from '../output/table.ts'
import { eventColumns, parseEvents, renderEventLine } from './event-table.ts'

const ended = {
  id: '7',
  timestamp: '2026-01-01T00:00:00Z',
  teamID: null,
  kind: 'sandboxEnded',
  actor: 'system',
  sandboxID: 'ia',
  outcome: 'done',
  reason: 'out_of_memory',
}
const killed = { ...ended, kind: 'killSandbox', actor: 'key', keyID: 'k', status: 204, reason: '' }
const nowMs = Date.parse('2026-01-01T00:01:00Z')

async function linesOf(events: readonly object[]) {
  const view = { format: 'table', paint: plain, nowMs } as const
  const table = await renderList(parseEvents(events), eventColumns(nowMs), view)
  return table.split('\n').map((line) => line.split(/ {2,}/))
}

test('each event is a line, with the reason of an end', async () => {
  expect(await linesOf([ended, killed])).toEqual([
    ['WHEN', 'KIND', 'ABOUT', 'BY', 'OUTCOME', 'REASON'],
    ['60 seconds ago', 'sandboxEnded', 'ia', 'system', 'done', 'out_of_memory'],
    ['60 seconds ago', 'killSandbox', 'ia', 'key k', 'done 204', '-'],
  ])
})

test('a key has its name beside its id', async () => {
  expect((await linesOf([{ ...killed, keyName: 'ci' }]))[1]?.[3]).toBe('key ci (k)')
})

test('an id that a caller made up cannot speak to the terminal or add a line', async () => {
  const made = { ...ended, sandboxID: 'a\u001b[2J\nb\u009b1m\u202ec' }
  const lines = await linesOf([made])
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('a?[2J?b?1m?c')
  expect(parseEvents([made]).map(renderEventLine)[0]).toMatch(
    /^2026-01-01T00:00:00Z.*a\?\[2J\?b\?1m\?c[^\n]*$/,
  )
})

test('for programs every field is there, null where there is none', () => {
  expect(parseEvents([ended])[0]).toEqual({
    id: '7',
    timestamp: '2026-01-01T00:00:00Z',
    teamId: null,
    kind: 'sandboxEnded',
    actor: 'system',
    keyId: null,
    keyName: null,
    sandboxId: 'ia',
    subject: null,
    outcome: 'done',
    status: null,
    reason: 'out_of_memory',
  })
})
