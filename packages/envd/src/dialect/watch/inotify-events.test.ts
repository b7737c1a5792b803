import { expect, test } from 'vitest'
import { parseInotifyEvents } from './inotify-events.ts'

function event(mask: number, name = '', cookie = 0): Buffer {
  const padded = Math.ceil(Buffer.byteLength(`${name}\0`) / 16) * 16
  const bytes = Buffer.alloc(16 + padded)
  bytes.writeInt32LE(7, 0)
  bytes.writeUInt32LE(mask, 4)
  bytes.writeUInt32LE(cookie, 8)
  bytes.writeUInt32LE(padded, 12)
  bytes.write(name, 16)
  return bytes
}

const [modify, attributes, movedFrom, movedTo, create, remove] = [0x2, 0x4, 0x40, 0x80, 0x100, 0x200]

test('several changes of one event are told in the order create, rename, chmod, write, remove', () => {
  const [all] = parseInotifyEvents(event(modify | attributes | movedFrom | create | remove, 'a'), 0)
  expect(all).toMatchObject({ name: 'a', watch: 7, kinds: ['create', 'rename', 'chmod', 'write', 'remove'] })
})

test('of a move the old name is renamed and the new one created, with one cookie', () => {
  const moves = parseInotifyEvents(Buffer.concat([event(movedFrom, 'old', 5), event(movedTo, 'new', 5)]), 100)
  expect(moves.map(({ name, kinds, cookie }) => [name, kinds, cookie])).toEqual([
    ['old', ['rename'], 5],
    ['new', ['create'], 5],
  ])
  expect(moves.map(({ position }) => position)).toEqual([132, 164])
})

test('an overflow is a loss, the end of a watch is no change', () => {
  const told = parseInotifyEvents(Buffer.concat([event(0x4000), event(0x8000)]), 0)
  expect(told.map(({ what, kinds }) => [what, kinds])).toEqual([
    ['lost', []],
    ['unwatched', []],
  ])
})
