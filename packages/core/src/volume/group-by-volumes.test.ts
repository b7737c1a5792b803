import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupByVolumes, splitByNewVolumes } from './group-by-volumes.ts'

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

test('each sandbox of a group but the first shares a volume with one before it', () => {
  fc.assert(
    fc.property(fc.subarray(ids), anyUsers, (wanted, users) => {
      const volumesOf = (id: string) => users.find(({ sandboxId }) => sandboxId === id)?.volumeIds ?? []
      for (const group of groupByVolumes(wanted, users))
        for (const [at, id] of group.entries()) {
          const before = new Set(group.slice(0, at).flatMap(volumesOf))
          expect(at === 0 || volumesOf(id).some((volumeId) => before.has(volumeId))).toBe(true)
        }
    }),
  )
})

test('a sandbox with two volumes comes before one that has the second alone', () => {
  const users = [user('a', 'x'), user('b', 'y'), user('c', 'x', 'y'), user('d', 'x')]
  const [group = []] = groupByVolumes(['a', 'b'], users)
  expect(group.indexOf('c')).toBeLessThan(group.indexOf('b'))
  const members = group.flatMap((id) => users.filter(({ sandboxId }) => sandboxId === id))
  const { bringing, following } = splitByNewVolumes(members)
  expect([bringing, following].map((list) => list.map(({ sandboxId }) => sandboxId))).toEqual([
    ['a', 'c'],
    ['d', 'b'],
  ])
})
