/** What every store must do with volumes. Part of the suite of stores. */
import { randomUUID } from 'node:crypto'
import type { SandboxRecord } from '@cay/control/ports/sandbox.ts'
import type { Store } from '@cay/control/ports/store.ts'
import type { VolumeRecord } from '@cay/control/ports/volume.ts'
import { noLimits } from '@cay/core/team/quotas.ts'
import { describe, expect, test } from 'vitest'

const volume = (name: string, more: Partial<VolumeRecord> = {}): VolumeRecord => ({
  ...{ volumeId: randomUUID(), teamId: 't1', name, sizeMb: 64, nodeId: 'a', createdAtMs: 1 },
  ...{ directoryId: null, attachEpoch: 0, formerNodeIds: null },
  ...more,
})

type MakeSandbox = (sandboxId: string, more?: Partial<SandboxRecord>) => SandboxRecord

/** `store` is asked for in each test, after the suite has opened it. */
export function describeVolumes(store: () => Store, sandbox: MakeSandbox): void {
  const make = async (made: VolumeRecord): Promise<VolumeRecord> => {
    expect(await store().insertVolume(made, 9)).toBe('inserted')
    expect(await store().publishVolume(made.volumeId)).toBe(true)
    return made
  }
  /** A sandbox that is being created with the volume. */
  const userOf = ({ volumeId, name }: VolumeRecord, sandboxId: string) =>
    sandbox(sandboxId, { state: 'creating', volumeMounts: [{ volumeId, name, path: '/mnt' }] })

  describe('volumes', () => {
    test('a team has no more volumes than its limit, also when many are made at once', async () => {
      const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
      const outcomes = await Promise.all(names.map((name) => store().insertVolume(volume(name), 3)))
      expect(outcomes.toSorted()).toEqual([...Array(5).fill('full'), ...Array(3).fill('inserted')])
      expect(await store().listDeletedVolumes()).toEqual([])
    })

    test('the volumes of a team stay within its quota, also when many are made at once', async () => {
      const usage = async () => (await store().teamUsage('t1', { nowMs: 0, without: [] })).volumeMb
      await store().setTeamLimits('t1', { ...noLimits, volumeMb: 200 })
      const made = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => volume(name))
      const results = await Promise.allSettled(made.map((one) => store().insertVolume(one, 9)))
      const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
      expect(failures.map(({ code }) => code)).toEqual(Array(3).fill('quota_exceeded'))
      expect(await usage()).toBe(192)
      expect(await store().insertVolume(volume('theirs', { teamId: 't2', sizeMb: 1_000_000 }), 9)).toBe(
        'inserted',
      )
      expect(await usage()).toBe(192)
    })

    test('a deleted volume counts until its files are gone', async () => {
      const usage = async () => (await store().teamUsage('t1', { nowMs: 0, without: [] })).volumeMb
      const own = await make(volume('data'))
      await store().markVolumeDeleted(own.volumeId)
      expect(await usage()).toBe(64)
      await store().removeVolume(own.volumeId)
      expect(await usage()).toBe(0)
    })

    test('a volume that is being made is not found before it is there, and its name is taken', async () => {
      const own = volume('data')
      await store().insertVolume(own, 9)
      expect(await store().listVolumes('t1')).toEqual([])
      expect(await store().findVolume('t1', own.volumeId)).toBeUndefined()
      expect(await store().insertVolume(volume('data'), 9)).toBe('taken')
      expect(await store().publishVolume(own.volumeId)).toBe(true)
      expect(await store().listVolumes('t1')).toEqual([own])
      expect(await store().abandonVolumes(own.createdAtMs + 1)).toEqual([])
    })

    test('a volume that nobody has finished is given up: its files are deleted, and its name is free', async () => {
      const [old, recent] = [volume('old', { createdAtMs: 1 }), volume('recent', { createdAtMs: 2 })]
      for (const one of [old, recent]) await store().insertVolume(one, 9)
      expect(await store().abandonVolumes(2)).toEqual([old.volumeId])
      expect(await store().publishVolume(old.volumeId)).toBe(false)
      expect(await store().listDeletedVolumes()).toMatchObject([{ volumeId: old.volumeId }])
      expect(await store().insertVolume(volume('old'), 9)).toBe('inserted')
      expect(await store().publishVolume(recent.volumeId)).toBe(true)
    })

    test('a sandbox was recorded with a volume that was deleted before', async () => {
      const own = await make(volume('data'))
      expect(await store().deleteUnusedVolume('t1', own.volumeId)).toEqual([])
      await expect(store().insertSandbox(userOf(own, 'ia'))).rejects.toMatchObject({
        code: 'request_invalid',
        message: expect.stringContaining("'data'"),
      })
      expect(await store().findSandbox('ia')).toBeUndefined()
    })

    test('a volume that a sandbox has is deleted when that has ended', async () => {
      const own = await make(volume('data'))
      await store().insertSandbox(userOf(own, 'ia'))
      expect(await store().deleteUnusedVolume('t1', own.volumeId)).toEqual(['ia'])
      expect(await store().findVolume('t1', own.volumeId)).toEqual(own)
      await store().discardSandbox('ia')
      expect(await store().deleteUnusedVolume('t1', own.volumeId)).toEqual([])
      expect(await store().findVolume('t1', own.volumeId)).toBeUndefined()
    })

    test('a create and a delete of its volume at once both succeeded', async () => {
      for (let turn = 0; turn < 20; turn++) {
        const own = await make(volume(`data-${turn}`))
        const [created, users] = await Promise.all([
          store()
            .insertSandbox(userOf(own, `i${turn}`))
            .then(() => true)
            .catch(() => false),
          store().deleteUnusedVolume('t1', own.volumeId),
        ])
        expect(users).toEqual(created ? [`i${turn}`] : [])
        if (!created) continue
        await store().discardSandbox(`i${turn}`)
        await store().deleteUnusedVolume('t1', own.volumeId)
      }
    })

    test('a deleted volume does not count, and its name is free', async () => {
      const first = volume('data')
      expect(await store().insertVolume(first, 1)).toBe('inserted')
      expect(await store().insertVolume(volume('more'), 1)).toBe('full')
      expect(await store().insertVolume(volume('data'), 2)).toBe('taken')
      await store().markVolumeDeleted(first.volumeId)
      expect(await store().insertVolume(volume('data'), 1)).toBe('inserted')
    })

    test('a volume has the node that it is on, also while its files are still to be deleted', async () => {
      const [here, single] = [volume('here', { nodeId: 'n2' }), volume('single', { nodeId: null })]
      for (const one of [here, single]) await make(one)
      expect(await store().findVolume('t1', here.volumeId)).toEqual(here)
      expect(await store().findVolume('t1', single.volumeId)).toEqual(single)
      await store().markVolumeDeleted(here.volumeId)
      expect(await store().listDeletedVolumes()).toMatchObject([{ volumeId: here.volumeId, nodeId: 'n2' }])
    })

    test('a volume in a shared directory is attached to one node, and the one before has to release it first', async () => {
      const shared = volume('shared', { nodeId: null, directoryId: 'd' })
      await make(shared)
      const { volumeId } = shared
      const claim = { teamId: 't1', volumeIds: [volumeId], sandboxId: 's', directoryId: 'd' }
      const find = () => store().findVolume('t1', volumeId)
      await store().claimVolumes('n1', claim)
      expect(await find()).toMatchObject({ nodeId: 'n1', attachEpoch: 1, formerNodeIds: [] })
      await store().confirmAttached(volumeId, 1)
      await store().claimVolumes('n1', claim)
      expect(await find()).toMatchObject({ nodeId: 'n1', attachEpoch: 1, formerNodeIds: null })
      await store().claimVolumes('n2', claim)
      expect(await find()).toMatchObject({ nodeId: 'n2', attachEpoch: 2, formerNodeIds: ['n1'] })
      // Of the node before.
      await store().confirmAttached(volumeId, 1)
      expect(await find()).toMatchObject({ formerNodeIds: ['n1'] })
      // For its content it stays where it is.
      await store().claimVolumes('n3', { ...claim, sandboxId: undefined })
      expect(await find()).toMatchObject({ nodeId: 'n2', attachEpoch: 2 })
      await expect(store().claimVolumes('n3', { ...claim, directoryId: 'other' })).rejects.toMatchObject({
        code: 'no_capacity',
      })
    })

    test('of two nodes that claim a free volume at once both are told who has it in the end', async () => {
      const shared = volume('raced', { nodeId: null, directoryId: 'd' })
      await make(shared)
      const { volumeId } = shared
      const claim = { teamId: 't1', volumeIds: [volumeId], sandboxId: 's', directoryId: 'd' }
      await Promise.all(['n1', 'n2', 'n3'].map((nodeId) => store().claimVolumes(nodeId, claim)))
      const found = await store().findVolume('t1', volumeId)
      expect(found).toMatchObject({ attachEpoch: 3 })
      expect([found?.nodeId, ...(found?.formerNodeIds ?? [])].toSorted()).toEqual(['n1', 'n2', 'n3'])
    })
  })
}
