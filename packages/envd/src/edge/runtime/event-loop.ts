/**
 * Repairs the event loop of a restored daemon. With an epoll instance, gVisor (release-20240729) sometimes also
 * restores connections that were closed before the checkpoint. They count as broken forever, and they cannot be
 * removed, because their file descriptors are gone: every epoll wait returns at once, and an idle daemon uses a whole
 * CPU. A new instance, with the file descriptors that the loop really watches, replaces the old one under the same
 * number.
 */
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { EventLoop } from '../../ports/runtime.ts'
import { close, dup3, epollAdd, epollCreate, poll } from '../libc.ts'
import { findLoop, type Loop, readWatchers } from './loop-watchers.ts'

/**
 * Number of consecutive checks that must find the instance readable: a loop that is only busy drains it now and then.
 */
const looksMax = 25
const pollEveryMs = 4
/** Maximum number of replacements per call, in case the first one does not help. */
const renewalsMax = 3

const readable = 1
/** `struct pollfd`: the file descriptor, the requested events, the returned events. */
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
          // The instance must not be replaced while the loop processes events of the old one.
          await nextTurn()
          renew(loop)
        }
      } catch (error) {
        // The event loop still works without the repair; it only uses more CPU time.
        process.stderr.write(`envd: failed to repair the event loop: ${String(error)}\n`)
      } finally {
        isTending = false
      }
    },
  }
}

async function isStuck({ instance }: Loop): Promise<boolean> {
  for (let looks = 0; looks < looksMax; looks++) {
    await wait(pollEveryMs)
    if (!hasNews(instance)) return false
  }
  return true
}

/** Polls the instance without consuming any event. */
function hasNews(instance: number): boolean {
  const asked = Buffer.alloc(pollBytes)
  asked.writeInt32LE(instance, 0)
  asked.writeInt16LE(readable, 4)
  return poll(asked, 1, 0) > 0
}

/** All or nothing: a failure leaves the old instance in place. */
function renew(loop: Loop): void {
  const next = epollCreate(closeOnExec)
  try {
    for (const { fd, events } of readWatchers(loop)) epollAdd(next, fd, events)
    dup3(next, loop.instance, closeOnExec)
  } finally {
    close(next)
  }
}
