/** Parses the records that inotify writes into a read buffer, and builds the masks for its watches. */

import type { Change, ChangeKind } from '../../ports/change-feed.ts'

const mask = {
  modify: 0x2,
  attributes: 0x4,
  movedFrom: 0x40,
  movedTo: 0x80,
  create: 0x100,
  remove: 0x200,
  removeSelf: 0x400,
  moveSelf: 0x800,
  overflow: 0x4000,
  ignored: 0x8000,
  directoryOnly: 0x0100_0000,
  notFollowing: 0x0200_0000,
  isDirectory: 0x4000_0000,
} as const

const everyChange =
  mask.modify |
  mask.attributes |
  mask.movedFrom |
  mask.movedTo |
  mask.create |
  mask.remove |
  mask.removeSelf |
  mask.moveSelf |
  mask.directoryOnly

/** The event mask for watching a directory; a symbolic link is watched only if it may be followed. */
export function watchMask(followsLink: boolean): number {
  return followsLink ? everyChange : everyChange | mask.notFollowing
}

/** In the order in which several changes of one event are reported. */
const kindBits: readonly (readonly [ChangeKind, number])[] = [
  ['create', mask.create | mask.movedTo],
  ['rename', mask.movedFrom | mask.moveSelf],
  ['chmod', mask.attributes],
  ['write', mask.modify],
  ['remove', mask.remove | mask.removeSelf],
]

const headBytes = 16

/**
 * Parses the bytes of one read; inotify never splits an event. `position` is the position of the first byte in the
 * whole stream of events.
 */
export function parseInotifyEvents(bytes: Uint8Array, position: number): Change[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const changes: Change[] = []
  for (let at = 0; at + headBytes <= bytes.length; ) {
    const bits = view.getUint32(at + 4, true)
    const end = at + headBytes + view.getUint32(at + 12, true)
    changes.push({
      what: whatOf(bits),
      watch: view.getInt32(at, true),
      kinds: kindBits.filter(([, bit]) => (bits & bit) !== 0).map(([kind]) => kind),
      name: nameIn(bytes.subarray(at + headBytes, end)),
      isDirectory: (bits & mask.isDirectory) !== 0,
      cookie: view.getUint32(at + 8, true),
      position: position + end,
    })
    at = end
  }
  return changes
}

function whatOf(bits: number): Change['what'] {
  if ((bits & mask.overflow) !== 0) return 'lost'
  return (bits & mask.ignored) !== 0 ? 'unwatched' : 'change'
}

/**
 * The name is padded with NULs. Bytes that are not valid UTF-8 become U+FFFD, as in all other names that the daemon
 * reports.
 */
function nameIn(bytes: Uint8Array): string {
  const end = bytes.indexOf(0)
  return Buffer.from(end < 0 ? bytes : bytes.subarray(0, end)).toString()
}
