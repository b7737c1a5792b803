import { expect, test } from 'vitest'
import { lifecycleOf } from './lifecycle-request.ts'

const request = { autoPause: false, autoPauseMemory: true, timeout: 15 }

test('without a request for anything else a sandbox is killed at its end and traffic does nothing to it', () => {
  expect(lifecycleOf(request, 24)).toEqual({
    onTimeout: 'kill',
    filesOnly: false,
    autoResume: false,
    autoResumeSeconds: 300,
  })
})

test('what was asked for is what it is', () => {
  expect(lifecycleOf({ ...request, autoPause: true, autoPauseMemory: false }, 24)).toMatchObject({
    onTimeout: 'pause',
    filesOnly: true,
  })
  expect(lifecycleOf({ ...request, autoPause: true, autoResume: { enabled: true } }, 24)).toMatchObject({
    onTimeout: 'pause',
    autoResume: true,
  })
})

test.each([
  [15, 24, 300],
  [300, 24, 300],
  [301, 24, 301],
  [7200, 1, 3600],
])('a timeout of %i s under %i h lets traffic give %i s', (timeout, maxHours, seconds) => {
  expect(lifecycleOf({ ...request, timeout }, maxHours).autoResumeSeconds).toBe(seconds)
})
