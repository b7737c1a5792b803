/** What every store must do with volumes. Part of the suite of stores. */
import { randomUUID } from 'node:crypto'
import type { Store } from '@cay/control/ports/store.ts'
import type { VolumeRecord } from '@cay/control/ports/volume.ts'
import { describe, expect, test } from 'vitest'

const volume = (name: string, more: Partial<VolumeRecord> = {}): VolumeRecord => ({
  ...{ volumeId: randomUUID(), teamId: 't1', name, sizeMb: 64, nodeId: 'a', createdAtMs: 1 },
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
      expect(await store().listDeletedVolumes()).toEqual([{ volumeId: here.volumeId, nodeId: 'n2' }])
    })
  })
}
