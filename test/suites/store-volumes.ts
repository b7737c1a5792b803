/** What every store must do with volumes. Part of the suite of stores. */
import { randomUUID } from 'node:crypto'
import type { Store } from '@cay/control/ports/store.ts'
import type { VolumeRecord } from '@cay/control/ports/volume.ts'
import { describe, expect, test } from 'vitest'

const volume = (name: string, more: Partial<VolumeRecord> = {}): VolumeRecord => ({
  ...{ volumeId: randomUUID(), teamId: 't1', name, sizeMb: 64, nodeId: 'a', createdAtMs: 1 },
  ...{ directoryId: null, attachEpoch: 0, formerNodeIds: null },
  ...more,
})

/** `store` is asked for in each test, after the suite has opened it. */
export function describeVolumes(store: () => Store): void {
  describe('volumes', () => {
    test('a team has no more volumes than its limit, also when many are made at once', async () => {
      const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
      const outcomes = await Promise.all(names.map((name) => store().insertVolume(volume(name), 3)))
      expect(outcomes.toSorted()).toEqual([...Array(5).fill('full'), ...Array(3).fill('inserted')])
      expect(await store().listVolumes('t1')).toHaveLength(3)
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
      for (const one of [here, single]) await store().insertVolume(one, 9)
      expect(await store().findVolume('t1', here.volumeId)).toEqual(here)
      expect(await store().findVolume('t1', single.volumeId)).toEqual(single)
      await store().markVolumeDeleted(here.volumeId)
      expect(await store().listDeletedVolumes()).toMatchObject([{ volumeId: here.volumeId, nodeId: 'n2' }])
    })

    test('a volume in a shared directory is attached to one node, and the one before has to release it first', async () => {
      const shared = volume('shared', { nodeId: null, directoryId: 'd' })
      await store().insertVolume(shared, 9)
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
      await store().insertVolume(shared, 9)
      const { volumeId } = shared
      const claim = { teamId: 't1', volumeIds: [volumeId], sandboxId: 's', directoryId: 'd' }
      await Promise.all(['n1', 'n2', 'n3'].map((nodeId) => store().claimVolumes(nodeId, claim)))
      const found = await store().findVolume('t1', volumeId)
      expect(found).toMatchObject({ attachEpoch: 3 })
      expect([found?.nodeId, ...(found?.formerNodeIds ?? [])].toSorted()).toEqual(['n1', 'n2', 'n3'])
    })
  })
}
