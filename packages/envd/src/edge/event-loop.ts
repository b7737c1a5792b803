/**
 * Heals the event loop of a restored daemon. What the runtime (gVisor, release-20240729) brings back with an epoll instance
 * are now and then connections that were closed before the save. They count as broken for ever and nothing takes them out,
 * since their descriptors are gone: each wait ends at once, and a daemon that has nothing to do takes a whole processor.
 * A new instance, with what the loop really waits for, takes the place of the old one under its number.
 */
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { EventLoop } from '../ports/runtime.ts'
import { close, dup3, epollAdd, epollCreate, poll } from './libc.ts'
import { findLoop, type Loop, readWatchers } from './loop-watchers.ts'

/** Looks in a row that find the instance with something to say: a loop that is only busy has taken all of it now and then. */
const looksMax = 25
const lookEveryMs = 4
/** New instances after one call, should the first one not help. */
const renewalsMax = 3

const readable = 1
/** `struct pollfd`: the descriptor, what is asked, what is answered. */
const pollBytes = 8
const closeOnExec = 0o2000000

export function createEventLoop(): EventLoop {
  const loop = findLoop()
  let isTending = false
  return {
    async heal() {
      if (isTending) return
      isTending = true
      try {
        for (let renewals = 0; renewals < renewalsMax && (await isStuck(loop)); renewals++) {
          // Not in the middle of the events of the old one.
          await nextTurn()
          renew(loop)
        }
      } catch (error) {
        // It works on as it is, only dearer.
        process.stderr.write(`envd: failed to repair the event loop: ${String(error)}\n`)
      } finally {
        isTending = false
      }
    },
  }
}

async function isStuck({ instance }: Loop): Promise<boolean> {
  for (let looks = 0; looks < looksMax; looks++) {
    await wait(lookEveryMs)
    if (!hasNews(instance)) return false
  }
  return true
}

/** Takes nothing away from what the loop will hear. */
function hasNews(instance: number): boolean {
  const asked = Buffer.alloc(pollBytes)
  asked.writeInt32LE(instance, 0)
  asked.writeInt16LE(readable, 4)
  return poll(asked, 1, 0) > 0
}

/** All or nothing: what fails leaves the old one where it is. */
function renew(loop: Loop): void {
  const next = epollCreate(closeOnExec)
  try {
    for (const { fd, events } of readWatchers(loop)) epollAdd(next, fd, events)
    dup3(next, loop.instance, closeOnExec)
  } finally {
    close(next)
  }
}
