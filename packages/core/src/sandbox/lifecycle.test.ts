import { limits } from '@cay/contract/limits.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atExpiry, type Lifecycle, plainLifecycle, trafficResumeSeconds } from './lifecycle.ts'

const anyLifecycle: fc.Arbitrary<Lifecycle> = fc.record({
  onTimeout: fc.constantFrom('kill', 'pause'),
  filesOnly: fc.boolean(),
  autoResume: fc.boolean(),
  autoResumeSeconds: fc.nat(3600),
})
const resuming = { ...plainLifecycle, autoResume: true, autoResumeSeconds: 300 }
const paused = { sandboxId: 'i1', lifecycle: resuming, filesOnly: false }

test('a sandbox whose time is up ends, unless it was told to pause', () => {
  expect(atExpiry(plainLifecycle)).toEqual({ kind: 'end' })
  expect(atExpiry({ ...plainLifecycle, onTimeout: 'pause' })).toEqual({ kind: 'pause', filesOnly: false })
  expect(atExpiry({ ...plainLifecycle, onTimeout: 'pause', filesOnly: true })).toEqual({
    kind: 'pause',
    filesOnly: true,
  })
})

test('traffic resumes a sandbox for as long as its lifecycle says', () => {
  expect(trafficResumeSeconds(paused, { port: 8080, isTrusted: false })).toBe(300)
})

test('traffic resumes nothing without memory, and nothing that was not told to resume', () => {
  fc.assert(
    fc.property(anyLifecycle, fc.boolean(), fc.boolean(), (lifecycle, filesOnly, isTrusted) => {
      fc.pre(filesOnly || !lifecycle.autoResume)
      const request = { port: limits.daemonPort, isTrusted }
      expect(() => trafficResumeSeconds({ sandboxId: 'i1', lifecycle, filesOnly }, request)).toThrow(
        expect.objectContaining({ code: 'sandbox_not_found' }),
      )
    }),
  )
})

test('who asks for the daemon without its token wakes nobody', () => {
  expect(() => trafficResumeSeconds(paused, { port: limits.daemonPort, isTrusted: false })).toThrow(
    expect.objectContaining({ code: 'forbidden' }),
  )
  expect(trafficResumeSeconds(paused, { port: limits.daemonPort, isTrusted: true })).toBe(300)
})
