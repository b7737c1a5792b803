import { describe, expect, it } from 'vitest'
import { type ClusterTraits, type JoiningMachine, refuseMachine } from './check-machine.ts'

const machine: JoiningMachine = {
  version: '0.1.0',
  arch: 'x86_64',
  cpuFeatures: ['avx', 'avx2', 'sse'],
  clockMs: 1_000_000,
}
const cluster: ClusterTraits = {
  version: '0.1.0',
  nowMs: 1_000_000,
  archs: ['x86_64'],
  cpuFeatures: ['avx', 'sse'],
}

describe('a machine that wants to join', () => {
  it('is taken when it is like the others', () => {
    expect(refuseMachine(machine, cluster)).toBeUndefined()
    expect(refuseMachine(machine, { ...cluster, archs: [], cpuFeatures: [] })).toBeUndefined()
  })

  it.each([
    ['0.1.0', '0.1.9', true],
    ['0.1.0', '0.2.0', false],
    ['0.9.0', '1.0.0', false],
    ['1.4.0', '2.0.0', true],
    ['1.0.0', '3.0.0', false],
    ['garbage', '0.1.0', false],
  ])('with version %s is taken into a cluster of %s: %s', (version, other, isTaken) => {
    expect(refuseMachine({ ...machine, version }, { ...cluster, version: other }) === undefined).toBe(isTaken)
  })

  it('is told how far its clock is off', () => {
    expect(refuseMachine({ ...machine, clockMs: 1_002_000 }, cluster)).toBeUndefined()
    expect(refuseMachine({ ...machine, clockMs: 1_002_100 }, cluster)).toMatch(
      /^the clock of this machine is 2\.1 s ahead of the cluster/,
    )
    expect(refuseMachine({ ...machine, clockMs: 700_000 }, cluster)).toMatch(/is 300\.0 s behind the cluster/)
  })

  it('is told what its processor lacks', () => {
    expect(refuseMachine({ ...machine, arch: 'aarch64' }, cluster)).toMatch(
      /has an aarch64 processor, and the cluster runs on x86_64/,
    )
    const needed = [...'abcdefgh']
    expect(refuseMachine(machine, { ...cluster, cpuFeatures: needed })).toMatch(
      /lacks a, b, c, d, e and 3 more,/,
    )
    expect(refuseMachine(machine, { ...cluster, cpuFeatures: ['avx512f'] })).toMatch(/lacks avx512f, which/)
  })
})
