import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BuildEvent, type BuildState, buildStates, decideBuild } from './build-state.ts'

const events: readonly BuildEvent[] = [
  'start',
  'refuse',
  'supersede',
  'expire',
  'cancel',
  'finish',
  'fail',
  'lose',
]

function play(story: readonly BuildEvent[]): BuildState {
  let state: BuildState = 'waiting'
  for (const event of story) {
    const outcome = decideBuild(state, event)
    if (outcome.kind === 'become') state = outcome.state
  }
  return state
}

test.each<[BuildEvent[], BuildState]>([
  [['start'], 'building'],
  [['start', 'finish'], 'ready'],
  [['start', 'fail'], 'error'],
  [['start', 'cancel'], 'error'],
  [['start', 'lose'], 'error'],
  [['supersede'], 'error'],
  [['expire'], 'error'],
  [['finish'], 'waiting'],
  [['start', 'expire'], 'building'],
  [['start', 'supersede'], 'building'],
])('%j leads to %s', (story, state) => {
  expect(play(story)).toBe(state)
})

test('a build that has ended stays as it ended', () => {
  fc.assert(
    fc.property(fc.constantFrom('ready', 'error'), fc.constantFrom(...events), (state: BuildState, event) => {
      expect(decideBuild(state, event).kind).not.toBe('become')
    }),
  )
})

test.each(buildStates.filter((state) => state !== 'waiting'))(
  'a build that is %s is not started again',
  (state) => {
    expect(decideBuild(state, 'start')).toEqual({ kind: 'reject' })
  },
)

test('whatever happens after a start, one end makes it end', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events)), (story) => {
      expect(['ready', 'error']).toContain(play(['start', ...story, 'fail']))
    }),
  )
})
