import { expect, it } from 'vitest'
import { type LifePhase, lifeLine, lifePhases } from './life-lines.ts'

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

it('an end that nobody asked for is an error', () => {
  expect(lifeLine({ before: 'running', now: 'ended', reason: 'crashed' })?.level).toBe('error')
})

it('what is known beside it is in the fields', () => {
  const line = lifeLine({ before: undefined, now: 'running', fields: { templateID: 't' } })
  expect(line?.fields).toEqual({ logger: 'sandbox', event: 'created', templateID: 't' })
})
