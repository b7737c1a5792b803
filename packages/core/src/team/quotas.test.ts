import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkForkCount, checkQuotas, hasSandboxQuota, noLimits, noUsage, type TeamLimits } from './quotas.ts'

const used = { runningSandboxes: 2, cpus: 4, memoryMb: 2048, diskMb: 20_480, volumeMb: 0 }
const requested = { runningSandboxes: 1, cpus: 2, memoryMb: 1024, diskMb: 10_240, volumeMb: 0 }

test('without quotas everything passes', () => {
  expect(() => checkQuotas(noLimits, used, requested)).not.toThrow()
  expect(hasSandboxQuota(noLimits)).toBe(false)
  const onlyRate: TeamLimits = { ...noLimits, requestsPerMinute: 5 }
  expect(hasSandboxQuota(onlyRate)).toBe(false)
})

test('the last that fits passes, and the quota that has no room is named', () => {
  expect(() => checkQuotas({ ...noLimits, runningSandboxes: 3 }, used, requested)).not.toThrow()
  for (const [name, limit, shown] of [
    ['runningSandboxes', 2, 'runningSandboxes'],
    ['cpus', 5, 'cpus'],
    ['memoryMb', 3071, 'memoryMB'],
    ['diskMb', 30_719, 'diskMB'],
  ] as const) {
    const check = () => checkQuotas({ ...noLimits, [name]: limit }, used, requested)
    expect(check).toThrow(`the team's quota ${shown} is exceeded`)
  }
})

test('volumes have a quota of their own, or as much as the disk of their team, and count for nothing else', () => {
  const check = (limits: Partial<TeamLimits>, has: number, asks: number) => () =>
    checkQuotas({ ...noLimits, ...limits }, { ...used, volumeMb: has }, { ...noUsage, volumeMb: asks })
  expect(check({ volumeMb: 100 }, 36, 64)).not.toThrow()
  expect(check({ volumeMb: 100 }, 37, 64)).toThrow("the team's quota volumeMB is exceeded")
  expect(check({ volumeMb: 100, diskMb: 0 }, 36, 64)).not.toThrow()
  expect(check({ diskMb: 100 }, 36, 64)).not.toThrow()
  expect(check({ diskMb: 100 }, 37, 64)).toThrow("the team's quota volumeMB is exceeded")
  const full = { ...used, volumeMb: 1_000_000 }
  expect(() => checkQuotas({ ...noLimits, diskMb: 30_720, volumeMb: 1 }, full, requested)).not.toThrow()
})

test('copies that could never all run are refused, because what is copied runs too', () => {
  expect(() => checkForkCount(noLimits, 100)).not.toThrow()
  expect(() => checkForkCount({ ...noLimits, runningSandboxes: 3 }, 2)).not.toThrow()
  expect(() => checkForkCount({ ...noLimits, runningSandboxes: 3 }, 3)).toThrow(
    /runningSandboxes, which is 3/,
  )
})

test('what passes never takes more than the quota', () => {
  const amount = fc.nat(100)
  const amounts = fc.record({
    ...{ runningSandboxes: amount, cpus: amount, memoryMb: amount, diskMb: amount, volumeMb: amount },
  })
  fc.assert(
    fc.property(amounts, amounts, amounts, (limits, has, asks) => {
      try {
        checkQuotas(limits, has, asks)
      } catch {
        return
      }
      for (const name of ['runningSandboxes', 'cpus', 'memoryMb', 'diskMb', 'volumeMb'] as const)
        expect(asks[name] === 0 || has[name] + asks[name] <= limits[name]).toBe(true)
    }),
  )
})
