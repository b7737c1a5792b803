/**
 * Heals the event loop of a restored daemon. What the runtime (gVisor, release-20240729) brings back with an epoll instance
 * are now and then connections that were closed before the save. They count as broken for ever and nothing takes them out,
 * since their descriptors are gone: each wait ends at once, and a daemon that has nothing to do takes a whole processor.
 * libuv has a call for processes that were forked, which gives the loop a new instance with what is really open.
 */
import { stat } from 'node:fs'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import koffi from 'koffi'
import type { EventLoop } from '../ports.ts'

/** Looks in a row that find the instance with something to say: a loop that is only busy has taken all of it now and then. */
const looksMax = 25
const lookEveryMs = 4
/** New instances after one call, should the first one not help. */
const renewalsMax = 3

const readable = 1
/** `struct pollfd`: the descriptor, what is asked, what is answered. */
const pollBytes = 8

export function createEventLoop(): EventLoop {
  const uv = openLibrary()
  const loop = uv.defaultLoop()
  let isTending = false

  const hasNews = (): boolean => {
    const asked = Buffer.alloc(pollBytes)
    asked.writeInt32LE(uv.backendFd(loop), 0)
    asked.writeInt16LE(readable, 4)
    return uv.poll(asked, 1, 0) > 0
  }

  const isStuck = async (): Promise<boolean> => {
    for (let looks = 0; looks < looksMax; looks++) {
      await wait(lookEveryMs)
      if (!hasNews()) return false
    }
    return true
  }

  return {
    async heal() {
      if (isTending) return
      isTending = true
      try {
        for (let renewals = 0; renewals < renewalsMax && (await isStuck()); renewals++) {
          // Not in the middle of the events of the old one.
          await nextTurn()
          if (uv.renew(loop) !== 0) return
          catchUp()
        }
      } finally {
        isTending = false
      }
    },
  }
}

/** What other threads and children had to say at that very moment is asked for again. */
function catchUp(): void {
  stat('/', () => undefined)
  process.kill(process.pid, 'SIGCHLD')
}

/** Node has libuv in itself and lets add-ons call it. */
function openLibrary() {
  const self = koffi.load(null)
  return {
    defaultLoop: self.func('void *uv_default_loop()') as () => bigint,
    backendFd: self.func('int uv_backend_fd(const void *loop)') as (loop: bigint) => number,
    renew: self.func('int uv_loop_fork(void *loop)') as (loop: bigint) => number,
    poll: self.func('int poll(_Inout_ uint8_t *asked, unsigned long count, int timeout)') as (
      asked: Uint8Array,
      count: number,
      timeoutMs: number,
    ) => number,
  }
}
