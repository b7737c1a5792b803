import { expect, it } from 'vitest'
import { type Event, events, type State, states } from '../sandbox/state.ts'
import { transitionOf } from '../sandbox/transition.ts'
import { killReasonOf, lifecycleTypeOf, renderDelivery } from './lifecycle.ts'

it('each transition that clients see is told once, and no other one', () => {
  const told = states.flatMap((from: State) =>
    events.flatMap((event: Event) => {
      const transition = transitionOf(from, event)
      const type = transition === undefined ? undefined : lifecycleTypeOf(transition)
      return type === undefined ? [] : [`${from} ${event} ${type.split('.')[2]}`]
    }),
  )
  const ends = ['expired', 'vanished', 'killed']
  const alive = ['running', 'pausing', 'paused', 'snapshotting', 'killing']
  expect(told.toSorted()).toEqual(
    [
      'creating created created',
      'running paused paused',
      'pausing paused paused',
      'snapshotting paused paused',
      'paused resumed resumed',
      ...alive.flatMap((state) => ends.map((end) => `${state} ${end} killed`)),
    ].toSorted(),
  )
})

it('says why a sandbox ended in the words of the interface', () => {
  expect(killReasonOf('killed')).toBe('request')
  expect(killReasonOf('expired')).toBe('timeout')
  expect(killReasonOf('out_of_memory')).toBe('out_of_memory')
})

it('a delivery has the fields of the interface, in snake case', () => {
  const body = renderDelivery({
    ...{ eventId: 'e', type: 'sandbox.lifecycle.killed', atMs: 0, teamId: 't', sandboxId: 'i' },
    ...{ templateId: 'tpl', buildId: 'b', executionId: 'x', data: { kill_reason: 'request' } },
  })
  expect(JSON.parse(body)).toEqual({
    ...{ id: 'e', version: 'v2', type: 'sandbox.lifecycle.killed', timestamp: '1970-01-01T00:00:00.000Z' },
    ...{ event_data: { kill_reason: 'request' }, sandbox_id: 'i', sandbox_team_id: 't' },
    ...{ sandbox_template_id: 'tpl', sandbox_build_id: 'b', sandbox_execution_id: 'x' },
  })
})
