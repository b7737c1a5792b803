import { expect, it } from 'vitest'
import { type LifePhase, lifeLine, lifePhases, memoryLine, volumesLostLine } from './life-lines.ts'

it.each([
  [undefined, 'running', 'created'],
  ['running', 'running', undefined],
  ['running', 'pausing', undefined],
  ['pausing', 'paused', 'paused'],
  ['pausing', 'running', 'pauseFailed'],
  ['paused', 'resuming', undefined],
  ['resuming', 'running', 'resumed'],
  ['resuming', 'paused', 'resumeFailed'],
  ['running', 'capturing', undefined],
  ['capturing', 'running', 'captured'],
] as const)('from %s to %s it says %s', (before, now, event) => {
  expect(lifeLine({ before, now })?.fields.event).toBe(event)
})

it('an end is told from wherever the sandbox was, once, with its reason', () => {
  for (const before of [undefined, ...lifePhases] as (LifePhase | undefined)[]) {
    const line = lifeLine({ before, now: 'ended', reason: 'expired' })
    if (before === 'ended') expect(line).toBeUndefined()
    else
      expect(line).toEqual({
        level: 'info',
        message: 'sandbox ended: expired',
        fields: { logger: 'sandbox', event: 'ended', reason: 'expired' },
      })
  }
})

it.each([
  ['killed', 'info', 'sandbox ended: killed'],
  ['crashed', 'error', 'sandbox ended: crashed'],
  ['out_of_memory', 'error', 'sandbox ended: out of memory'],
  ['node_gone', 'error', 'sandbox ended: node gone'],
  ['lost', 'error', 'sandbox ended: lost'],
] as const)('an end that is %s is told as %s', (reason, level, message) => {
  expect(lifeLine({ before: 'running', now: 'ended', reason })).toMatchObject({
    level,
    message,
    fields: { reason },
  })
})

it.each([
  [1, 'a process was ended: out of memory'],
  [3, '3 processes were ended: out of memory'],
])('%i processes that memory ran out for are a warning', (processes, message) => {
  expect(memoryLine(processes)).toEqual({
    level: 'warn',
    message,
    fields: { logger: 'sandbox', event: 'outOfMemory', processes: String(processes) },
  })
})

it('the end of the process that serves the volumes is an error', () => {
  expect(volumesLostLine()).toMatchObject({ level: 'error', fields: { event: 'volumesLost' } })
})

it('what is known beside it is in the fields', () => {
  const line = lifeLine({ before: undefined, now: 'running', fields: { templateID: 't' } })
  expect(line?.fields).toEqual({ logger: 'sandbox', event: 'created', templateID: 't' })
})
