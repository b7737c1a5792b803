import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areFrozenCopiesAffordable, decideAdmission, idleSandboxMemoryMb } from './admission.ts'

const bounds = { sandboxesMax: 10, memoryReserveMb: 512, diskReserveMb: 1024, frozenCopiesMax: 2 }
const roomy = { sandboxes: 0, memoryAvailableMb: 8192, diskAvailableMb: 8192 }

test('a node with room admits', () => {
  expect(decideAdmission(roomy, bounds)).toEqual({ kind: 'admitted' })
})

test.each([
  [{ ...roomy, sandboxes: 10 }, 'places', /all 10 sandboxes/],
  [{ ...roomy, memoryAvailableMb: 511 }, 'memory', /511 MiB of memory are free, 512 MiB/],
  [{ ...roomy, diskAvailableMb: 100 }, 'disk', /100 MiB of disk are free, 1024 MiB/],
])('a refusal says what is short: %o', (facts, lack, sentence) => {
  expect(decideAdmission(facts, bounds)).toMatchObject({
    kind: 'refused',
    lack,
    reason: expect.stringMatching(sentence),
  })
})

test('more room never turns an admission into a refusal', () => {
  const amount = fc.nat(20_000)
  fc.assert(
    fc.property(fc.nat(20), amount, amount, amount, (sandboxes, memory, disk, more) => {
      const facts = { sandboxes, memoryAvailableMb: memory, diskAvailableMb: disk }
      const roomier = { sandboxes, memoryAvailableMb: memory + more, diskAvailableMb: disk + more }
      if (decideAdmission(facts, bounds).kind === 'admitted')
        expect(decideAdmission(roomier, bounds).kind).toBe('admitted')
    }),
  )
})

test('an admitted sandbox leaves the reserve untouched', () => {
  const facts = { ...roomy, memoryAvailableMb: bounds.memoryReserveMb + idleSandboxMemoryMb }
  expect(decideAdmission(facts, bounds).kind).toBe('admitted')
})

test('copies of paused sandboxes are kept while they are few and leave room', () => {
  const isKept = (copies: number, memoryAvailableMb: number) =>
    areFrozenCopiesAffordable({ copies, memoryAvailableMb }, bounds)
  expect(isKept(2, 8192)).toBe(true)
  expect(isKept(3, 8192)).toBe(false)
  expect(isKept(1, bounds.memoryReserveMb + 100)).toBe(false)
})
