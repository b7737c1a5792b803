import { createLogger } from '@cay/kit/log.ts'
import { describe, expect, it } from 'vitest'
import type { SandboxUpdate } from '../../ports/orchestrator-client.ts'
import { Sandboxes } from './sandboxes.ts'

const update = (
  sandboxId: string,
  generation: number,
  facts: Partial<SandboxUpdate> = {},
): SandboxUpdate => ({
  sandboxId,
  generation: BigInt(generation),
  phase: 'running',
  address: '198.18.0.2',
  lists: { allowOut: [], denyOut: [] },
  ...facts,
})
const changed = (sandbox: SandboxUpdate) => ({ kind: 'changed', sandbox }) as const
const snapshot = (...sandboxes: SandboxUpdate[]) => ({ kind: 'snapshot', sandboxes }) as const
const make = () => new Sandboxes(createLogger('egress', 'silent'))

describe('what the node tells', () => {
  it('a sandbox that is missing in a new snapshot has ended, and its address is untracked', async () => {
    const sandboxes = make()
    sandboxes.apply(snapshot(update('a', 1), update('b', 2, { address: '198.18.0.6' })))
    expect((await sandboxes.find('198.18.0.2'))?.id).toBe('a')
    const found = sandboxes.get('a')
    sandboxes.apply(snapshot(update('b', 2, { address: '198.18.0.6' })))
    expect(sandboxes.get('a')).toBeUndefined()
    expect(found?.isRefusing(Date.now())).toBe(true)
    expect((await sandboxes.find('198.18.0.6'))?.id).toBe('b')
  })

  it('an older change is not taken for a newer one', () => {
    const sandboxes = make()
    sandboxes.apply(changed(update('a', 5, { lists: { allowOut: [], denyOut: ['0.0.0.0/0'] } })))
    sandboxes.apply(changed(update('a', 4)))
    expect(sandboxes.get('a')).toMatchObject({ generation: 5n, policy: { areNamesOpen: false } })
  })

  it('a list is taken as it is, also where the numbers went back', () => {
    const sandboxes = make()
    sandboxes.apply(changed(update('a', 5, { lists: { allowOut: [], denyOut: ['0.0.0.0/0'] } })))
    sandboxes.apply(snapshot(update('a', 1)))
    expect(sandboxes.get('a')).toMatchObject({ generation: 1n, policy: { areNamesOpen: true } })
  })

  it('an address belongs to the newer of two sandboxes', async () => {
    const sandboxes = make()
    sandboxes.apply(changed(update('old', 1)))
    sandboxes.apply(changed(update('new', 2)))
    expect((await sandboxes.find('198.18.0.2'))?.id).toBe('new')
    sandboxes.apply(snapshot(update('new', 2), update('old', 1)))
    expect((await sandboxes.find('198.18.0.2'))?.id).toBe('new')
  })

  it('a policy that cannot be read lets nothing out', () => {
    const sandboxes = make()
    sandboxes.apply(changed(update('a', 1, { lists: { allowOut: [], denyOut: ['garbage'] } })))
    expect(sandboxes.get('a')?.policy.deniedEntries.map(({ text }) => text)).toEqual(['0.0.0.0/0'])
  })
})

describe('a sandbox that is away', () => {
  const refusal = { protocol: 'tcp', address: '203.0.113.1', port: 25, name: '', rule: 'denyOut' } as const
  const away = (generation: number, facts: Partial<SandboxUpdate> = {}) =>
    changed(update('a', generation, { phase: 'suspended', ...facts }))

  it('is refused what comes from its address, and what it was refused before stays known', async () => {
    const sandboxes = make()
    sandboxes.apply(changed(update('a', 1)))
    sandboxes.get('a')?.deny(refusal, 0)
    sandboxes.apply(away(2))
    expect((await sandboxes.find('198.18.0.2'))?.isRefusing(0)).toBe(true)
    sandboxes.get('a')?.resetConnections(10_000)
    sandboxes.apply(changed(update('a', 3)))
    expect((await sandboxes.find('198.18.0.2'))?.isRefusing(0)).toBe(false)
    expect(sandboxes.get('a')?.denials.denials.size).toBe(1)
  })

  it('that was thawed had its first connections reset when the gateway had not heard of its resume yet', async () => {
    const sandboxes = make()
    sandboxes.apply(changed(update('a', 1)))
    sandboxes.apply(away(2))
    sandboxes.apply(away(3, { phase: 'paused', address: '' }))
    const found = sandboxes.find('198.18.0.2')
    sandboxes.apply(away(4, { phase: 'paused' }))
    sandboxes.apply(changed(update('a', 5)))
    expect((await found)?.isRefusing(0)).toBe(false)
  })

  it('comes back at another address when its own has been given away', async () => {
    const sandboxes = make()
    sandboxes.apply(changed(update('a', 1)))
    sandboxes.apply(away(2, { address: '' }))
    sandboxes.apply(changed(update('b', 3)))
    expect((await sandboxes.find('198.18.0.2'))?.id).toBe('b')
    sandboxes.apply(changed(update('a', 4, { address: '198.18.0.6' })))
    expect((await sandboxes.find('198.18.0.6'))?.id).toBe('a')
    expect((await sandboxes.find('198.18.0.2'))?.id).toBe('b')
  })

  it('is forgotten when too many others have gone since, and when it ends', () => {
    const sandboxes = make()
    for (let i = 0; i <= 1000; i++) {
      const own = { sandboxId: `s${i}`, address: `198.18.${i >> 6}.${(i & 63) * 4}` }
      sandboxes.apply(changed(update(own.sandboxId, 2 * i + 1, own)))
      sandboxes.apply(changed(update(own.sandboxId, 2 * i + 2, { ...own, phase: 'suspended' })))
    }
    expect(sandboxes.get('s0')).toBeUndefined()
    expect(sandboxes.get('s1')).toBeDefined()
    sandboxes.apply(changed(update('s1', 5000, { phase: 'ended', address: '' })))
    expect(sandboxes.get('s1')).toBeUndefined()
  })
})

it('a source that is never told of takes no places of those that are', async () => {
  const sandboxes = make()
  const flood = Array.from({ length: 2000 }, () => sandboxes.find('198.18.0.6'))
  const found = sandboxes.find('198.18.0.2')
  sandboxes.apply(changed(update('a', 1)))
  expect((await found)?.id).toBe('a')
  expect(new Set(await Promise.all(flood))).toEqual(new Set([undefined]))
})

it('a generation is awaited until it was told', async () => {
  const sandboxes = make()
  const waiting = sandboxes.hasGeneration('a', 2n)
  sandboxes.apply(changed(update('a', 1)))
  sandboxes.apply(changed(update('a', 2)))
  expect(await waiting).toBe(true)
})
