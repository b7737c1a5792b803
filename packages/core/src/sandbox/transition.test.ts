import { expect, test } from 'vitest'
import { endReasons, events, states } from './state.ts'
import { auditKindOf, endEventOf, transitionOf } from './transition.ts'

test('whatever its reason, an end that is reported leads to the end, and once', () => {
  for (const reason of endReasons)
    for (const state of states)
      expect(transitionOf(state, endEventOf(reason))?.to).toBe(state === 'ended' ? undefined : 'ended')
})

test('the audit log shows a pause, a resume and an end from wherever they come, and nothing else', () => {
  const shown = new Set<string>()
  for (const from of states)
    for (const event of events) {
      const transition = transitionOf(from, event)
      const kind = transition === undefined ? undefined : auditKindOf(transition)
      if (kind !== undefined) shown.add(`${event} -> ${kind}`)
    }
  expect([...shown].sort()).toEqual([
    'expired -> sandboxEnded',
    'killed -> sandboxEnded',
    'paused -> sandboxPaused',
    'resumed -> sandboxResumed',
    'vanished -> sandboxEnded',
  ])
})
