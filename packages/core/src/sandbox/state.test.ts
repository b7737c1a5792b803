import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorTable, isServiceError } from '../errors.ts'
import {
  decide,
  events,
  reports,
  requests,
  type State,
  states,
  statesShownAs,
  transitions,
  visibleStates,
} from './state.ts'

const anyState = fc.constantFrom(...states)
const anyEvent = fc.constantFrom(...events)

function follow(state: State, event: (typeof events)[number]): State {
  const outcome = transitions[state][event]
  return outcome.kind === 'go' ? outcome.to : state
}

test('every event has an outcome in every state, and none beyond the events', () => {
  for (const state of states) expect(Object.keys(transitions[state]).sort()).toEqual([...events].sort())
})

test('no events lead out of the states, and none out of ended', () => {
  fc.assert(
    fc.property(anyState, fc.array(anyEvent), (start, sequence) => {
      expect(states).toContain(sequence.reduce(follow, start))
      expect(sequence.reduce(follow, 'ended')).toBe('ended')
    }),
  )
})

test("the node's word on an end is final wherever the sandbox was", () => {
  for (const state of states) {
    for (const event of ['expired', 'vanished', 'killed'] as const) expect(follow(state, event)).toBe('ended')
  }
})

test('a report says where a sandbox is, or nothing: it never has to be asked again', () => {
  for (const state of states)
    for (const event of reports) expect(['go', 'ignore']).toContain(transitions[state][event].kind)
})

test('a report is never refused, and a refusal names a code of the error table', () => {
  fc.assert(
    fc.property(anyState, anyEvent, (state, event) => {
      const outcome = transitions[state][event]
      if (outcome.kind !== 'refuse') return
      expect(reports).not.toContain(event)
      expect(errorTable).toHaveProperty(outcome.code)
    }),
  )
})

test('what nobody sees answers every request but a repeated kill with an error', () => {
  for (const state of states.filter((candidate) => visibleStates[candidate] === undefined)) {
    for (const request of requests) {
      const isRepeatedKill = state === 'killing' && request === 'killRequested'
      expect(transitions[state][request].kind).toBe(isRepeatedKill ? 'go' : 'refuse')
    }
  }
})

test('from wherever a sandbox can be killed, the kill leads to its end', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const outcome = transitions[state].killRequested
      if (outcome.kind !== 'go') return
      expect(follow(outcome.to, 'killed')).toBe('ended')
    }),
  )
})

test('a sandbox is always shown while it is being paused or captured', () => {
  expect(visibleStates.pausing).toBe('paused')
  expect(visibleStates.snapshotting).toBe('running')
})

test('every visible state is made of states, and together they are all that can be shown', () => {
  const shown = states.filter((state) => transitions[state].showRequested.kind === 'serve')
  expect(statesShownAs(['running', 'paused'])).toEqual(shown)
  expect(statesShownAs(['running'])).toEqual(['running', 'snapshotting'])
  expect(statesShownAs(['paused'])).toEqual(['pausing', 'paused'])
  expect(statesShownAs([])).toEqual([])
})

test('only what has ended or was not told to anybody is not there for connect', () => {
  expect(states.filter((state) => isRefusedAs(state, 'sandbox_not_found'))).toEqual(['creating', 'ended'])
})

function isRefusedAs(state: State, code: 'sandbox_not_found'): boolean {
  try {
    decide(state, 'connectRequested', 'iabc')
    return false
  } catch (error) {
    return isServiceError(error, code)
  }
}

test('a refusal names the sandbox', () => {
  expect(() => decide('ended', 'showRequested', 'iabc')).toThrow(
    "sandbox 'iabc' doesn't exist or you don't have access to it",
  )
  expect(() => decide('killing', 'timeoutRequested', 'iabc')).toThrow("sandbox 'iabc' is being killed")
})
