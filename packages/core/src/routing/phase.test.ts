import { limits } from '@cay/contract/limits.ts'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  type ConnectionImpact,
  decideRouting,
  impactOn,
  type Phase,
  type Route,
  type RoutingDecision,
} from './phase.ts'

const address = '10.0.0.1'
const route = (phase: Phase, more: Partial<Route> = {}): Route => ({
  phase,
  address,
  isFrozen: false,
  resumesOnTraffic: false,
  trafficToken: '',
  hostMask: '',
  tlsPorts: [],
  ...more,
})
const request = (trafficToken?: string, port = 80) => ({
  destination: { sandboxId: 'a', port },
  trafficToken,
  daemonPort: limits.daemonPort,
  nowMs: 1000,
})
const kindOf = (decision: RoutingDecision) =>
  decision.kind === 'refused' ? decision.refusal.kind : decision.kind

describe('the impact on a connection', () => {
  it.each<[Phase, ConnectionImpact]>([
    ['running', 'keep'],
    ['capturing', 'hold'],
    ['pausing', 'paused'],
    ['paused', 'paused'],
    ['resuming', 'paused'],
  ])('to a sandbox that is %s: %s', (phase, impact) => {
    expect(impactOn(address, route(phase))).toBe(impact)
  })

  it('is an interruption when the sandbox is gone, or runs at another address', () => {
    expect(impactOn(address, undefined)).toBe('ended')
    expect(impactOn('10.0.0.2', route('running'))).toBe('paused')
  })
})

describe('a request to', () => {
  it('an expired sandbox is not found, although it still runs; one that is captured waits', () => {
    expect(kindOf(decideRouting(route('running', { endsAtMs: 1000 }), request()))).toBe('not_found')
    expect(kindOf(decideRouting(route('running', { endsAtMs: 1001 }), request()))).toBe('connect')
    expect(kindOf(decideRouting(route('capturing', { endsAtMs: 1000 }), request()))).toBe('wait')
  })

  it.each<[Phase, string, string]>([
    ['running', 'connect', 'connect'],
    ['capturing', 'wait', 'wait'],
    ['resuming', 'wait', 'wait'],
    ['pausing', 'not_found', 'wait'],
    ['paused', 'not_found', 'resume'],
  ])('a sandbox that is %s: %s; where traffic resumes it: %s', (phase, plain, resumed) => {
    expect(kindOf(decideRouting(route(phase), request()))).toBe(plain)
    expect(kindOf(decideRouting(route(phase, { resumesOnTraffic: true }), request()))).toBe(resumed)
  })

  it('an unknown sandbox is not found', () => {
    expect(decideRouting(undefined, request())).toEqual({
      kind: 'refused',
      refusal: { kind: 'not_found', sandboxId: 'a' },
    })
  })

  it.each<[Phase, string | undefined, string]>([
    ['running', undefined, 'traffic_token_missing'],
    ['running', '', 'traffic_token_missing'],
    ['running', 'wrong', 'traffic_token_wrong'],
    ['running', 'secreT', 'traffic_token_wrong'],
    ['running', 'secretsecret', 'traffic_token_wrong'],
    ['running', 'secret', 'connect'],
    ['capturing', undefined, 'traffic_token_missing'],
    ['resuming', 'wrong', 'traffic_token_wrong'],
    ['paused', undefined, 'resume_denied'],
    ['paused', 'wrong', 'resume_denied'],
    ['paused', 'secret', 'resume'],
    ['pausing', 'wrong', 'resume_denied'],
    ['pausing', 'secret', 'wait'],
  ])('a private sandbox that is %s, presenting %s: %s', (phase, token, outcome) => {
    const secured = route(phase, { resumesOnTraffic: true, trafficToken: 'secret' })
    expect(kindOf(decideRouting(secured, request(token)))).toBe(outcome)
  })

  it('envd of a private sandbox needs no traffic token', () => {
    const secured = route('running', { trafficToken: 'secret' })
    expect(kindOf(decideRouting(secured, request(undefined, limits.daemonPort)))).toBe('connect')
  })

  it('a private sandbox that no traffic resumes reveals nothing about its token', () => {
    expect(kindOf(decideRouting(route('paused', { trafficToken: 'secret' }), request('secret')))).toBe(
      'not_found',
    )
  })
})

test('only the exact token is accepted', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), (wanted, shown) => {
      const decision = decideRouting(route('running', { trafficToken: wanted }), request(shown))
      expect(decision.kind === 'connect').toBe(wanted === shown)
    }),
  )
})
