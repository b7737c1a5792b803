import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupByVolumes } from './group-by-volumes.ts'

const user = (sandboxId: string, ...volumeIds: string[]) => ({ sandboxId, volumeIds })

test('sandboxes that share a volume are one group, also through others', () => {
  const users = [user('a', 'x'), user('b', 'x', 'y'), user('c', 'y'), user('d', 'z'), user('e', 'z')]
  expect(groupByVolumes(['a', 'd', 'f'], users)).toEqual([['a', 'b', 'c'], ['d', 'e'], ['f']])
})

test('a sandbox that another one of the request has brought along is in no second group', () => {
  expect(groupByVolumes(['a', 'b'], [user('a', 'x'), user('b', 'x')])).toEqual([['a', 'b']])
})

const ids = ['a', 'b', 'c', 'd', 'e', 'f']
const anyUsers = fc
  .array(fc.uniqueArray(fc.constantFrom('u', 'v', 'w', 'x'), { maxLength: 3 }), { maxLength: ids.length })
  .map((lists) => lists.map((volumeIds, at) => user(ids[at] ?? '', ...volumeIds)))

test('every sandbox is in one group, and no volume is in two', () => {
  fc.assert(
    fc.property(fc.subarray(ids), anyUsers, (wanted, users) => {
      const groups = groupByVolumes(wanted, users)
      const all = groups.flat()
      expect(new Set(all).size).toBe(all.length)
      expect(all).toEqual(expect.arrayContaining(wanted))
      for (const volumeId of ['u', 'v', 'w', 'x']) {
        const withIt = groups.filter((group) =>
          users.some((one) => group.includes(one.sandboxId) && one.volumeIds.includes(volumeId)),
        )
        expect(withIt.length).toBeLessThanOrEqual(1)
      }
    }),
  )
})
