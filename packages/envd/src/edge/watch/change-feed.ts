/**
 * Reports changes of directories from inotify. Node's own watcher distinguishes only "rename" and "change", so the
 * daemon reads an inotify instance of its own. Its file descriptor replaces that of a pipe, because Node accepts
 * pipes and does not know inotify.
 */

import { closeSync } from 'node:fs'
import { Socket } from 'node:net'
import { parseInotifyEvents, watchMask } from '../../dialect/watch/inotify-events.ts'
import type { Change, ChangeFeed } from '../../ports/change-feed.ts'
import { dup3, inotifyAddWatch, inotifyInit, inotifyRemoveWatch, ioctlInteger, pipe2 } from '../libc.ts'

const closeOnExec = 0o2000000
const notWaiting = 0o4000
const bytesToRead = 0x541b

export function openChangeFeed(): ChangeFeed {
  const descriptor = openPipeEnd()
  const stream = new Socket({ fd: descriptor, readable: true, writable: false })
  // The only errors are those of closing the stream.
  stream.on('error', () => stream.destroy())
  try {
    replaceByInotify(descriptor)
  } catch (error) {
    stream.destroy()
    throw error
  }
  let taken = 0
  const waiting = new Int32Array(1)
  return {
    watch: (path, followsLink) => inotifyAddWatch(descriptor, path, watchMask(followsLink)),
    unwatch: (watch) => void inotifyRemoveWatch(descriptor, watch),
    position: () => {
      ioctlInteger(descriptor, bytesToRead, waiting)
      return taken + stream.readableLength + (waiting[0] ?? 0)
    },
    async *changes(): AsyncGenerator<Change[]> {
      for await (const bytes of stream as AsyncIterable<Buffer>) {
        const before = taken
        taken += bytes.length
        yield parseInotifyEvents(bytes, before)
      }
    },
    close: () => void stream.destroy(),
  }
}

function openPipeEnd(): number {
  const pair = new Int32Array(2)
  pipe2(pair, closeOnExec)
  const [ours = -1, theirs = -1] = pair
  closeSync(theirs)
  return ours
}

function replaceByInotify(descriptor: number): void {
  const inotify = inotifyInit(closeOnExec | notWaiting)
  try {
    dup3(inotify, descriptor, closeOnExec)
  } finally {
    closeSync(inotify)
  }
}
