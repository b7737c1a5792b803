import { expect, test } from 'vitest'
import { createFileTree } from '../../edge/filesystem/file-tree.ts'
import type { ChangeFeed } from '../../ports/change-feed.ts'
import { Watchers, watchersMax } from './watchers.ts'

const nfs = 0x6969
const disk = 0xef53

/** Change feeds without any events. */
function watchersOn(fileSystemType: number): Watchers {
  const openChangeFeed = (): ChangeFeed => ({
    watch: () => 1,
    unwatch: () => undefined,
    position: () => 0,
    async *changes() {
      yield []
    },
    close: () => undefined,
  })
  return new Watchers({
    tree: { ...createFileTree(), fileSystemType: () => fileSystemType },
    users: { find: () => undefined, userName: String, groupName: String },
    metadata: { read: () => ({}), replace: (_, metadata) => metadata },
    openChangeFeed,
  })
}

const request = { path: '/', isRecursive: false, includesEntries: false, allowsNetworkMounts: false }

test('a network mount is watched only when that is allowed', async () => {
  const watchers = watchersOn(nfs)
  await expect(watchers.create(request)).rejects.toMatchObject({ code: 'path_invalid' })
  expect(await watchers.create({ ...request, allowsNetworkMounts: true })).toMatch(/^w/)
})

test('the watcher that was not asked longest makes room for another', async () => {
  const watchers = watchersOn(disk)
  const ids: string[] = []
  for (let index = 0; index < watchersMax; index++) ids.push(await watchers.create(request))
  const [first = '', second = ''] = ids
  expect(watchers.takeEvents(first)).toEqual([])
  const another = await watchers.create(request)
  expect(watchers.takeEvents(first)).toEqual([])
  expect(watchers.takeEvents(another)).toEqual([])
  expect(() => watchers.takeEvents(second)).toThrow(`watcher with id ${second} not found`)
})

test('streams make no room', async () => {
  const watchers = watchersOn(disk)
  for (let index = 0; index < watchersMax; index++) await watchers.open(request)
  await expect(watchers.open(request)).rejects.toMatchObject({ code: 'rate_limited' })
})
