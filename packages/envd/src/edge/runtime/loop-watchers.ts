/**
 * Reads from memory which file descriptors libuv's event loop has registered with its epoll instance. `uv_loop_t` and
 * `uv__io_t` are declared in `uv/unix.h` and cannot change before libuv 2. The instance and every file descriptor
 * read are checked against known values; on a mismatch, nothing that was read is used.
 */
import { readlinkSync } from 'node:fs'
import koffi from 'koffi'
import { bytesAt, type Pointer } from '../libc.ts'

export interface Loop {
  /** `uv_loop_t` of the main thread. */
  readonly pointer: Pointer
  /** The file descriptor of its epoll instance. */
  readonly instance: number
}

export interface Watcher {
  readonly fd: number
  /** The event mask as epoll defines it. */
  readonly events: number
}

/** Offsets in bytes from the start of `uv_loop_t`. */
const ofLoop = { instance: 64, watchers: 104, count: 112, bytes: 120 } as const
/** Offsets in bytes from the start of `uv__io_t`. */
const ofWatcher = { events: 44, fd: 48, bytes: 52 } as const
const pointerBytes = 8
const edgeTriggered = 2 ** 31

/** Node contains libuv and exports it to add-ons. */
export function findLoop(): Loop {
  const self = koffi.load(null)
  const pointer: Pointer = self.func('void *uv_default_loop()')()
  const instance: number = self.func('int uv_backend_fd(const void *loop)')(pointer)
  return { pointer, instance }
}

/** Throws if the memory does not have the expected layout. */
export function readWatchers({ pointer: loop, instance }: Loop): Watcher[] {
  const fields = bytesAt(loop, ofLoop.bytes)
  if (fields.getInt32(ofLoop.instance, true) !== instance) throw unknownShape()
  const count = fields.getUint32(ofLoop.count, true)
  const list = bytesAt(fields.getBigUint64(ofLoop.watchers, true), count * pointerBytes)
  const watchers: Watcher[] = []
  for (let fd = 0; fd < count; fd++) {
    const pointer = list.getBigUint64(fd * pointerBytes, true)
    if (pointer === 0n) continue
    const watcher = bytesAt(pointer, ofWatcher.bytes)
    if (watcher.getInt32(ofWatcher.fd, true) !== fd) throw unknownShape()
    const events = watcher.getUint32(ofWatcher.events, true)
    // The loop itself registers a watcher that is not registered yet.
    if (events !== 0) watchers.push({ fd, events: isNeverRead(fd) ? events + edgeTriggered : events })
  }
  return watchers
}

/**
 * Other threads wake the loop through this eventfd, which the loop never reads, so it stays readable: only
 * edge-triggered registration reports just new wake-ups.
 */
function isNeverRead(fd: number): boolean {
  return readlinkSync(`/proc/self/fd/${fd}`) === 'anon_inode:[eventfd]'
}

function unknownShape(): Error {
  return new Error('the event loop is not as libuv 1 has it: it stays as it is')
}
