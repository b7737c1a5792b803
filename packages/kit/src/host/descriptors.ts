/** What Node does not offer on descriptors: a second one, and keeping those of libraries from programs that are started. */
import { readdirSync, readlinkSync } from 'node:fs'
import koffi from 'koffi'

const setFlags = 2
const closeOnExec = 1
const duplicateForThisProcess = 1030

const libc = koffi.load('libc.so.6')
const fcntl: (fd: number, command: number, argument: number) => number = libc.func(
  'int fcntl(int fd, int command, int argument)',
)
const recv: (fd: number, bytes: Buffer, length: number, flags: number) => number = libc.func(
  'long recv(int fd, void *bytes, size_t length, int flags)',
)
const sendTo: (fd: number, bytes: Buffer, length: number, flags: number) => number = libc.func(
  'long send(int fd, const void *bytes, size_t length, int flags)',
)
const withoutWaiting = 0x40
const withoutSignal = 0x4000

const nothingYet: readonly (number | undefined)[] = [koffi.os.errno.EAGAIN, koffi.os.errno.EINTR]

/** Reads what a socket has. 0 at the end, negative when there is nothing. Throws when it broke, which the system tells once only. */
export function receive(fd: number, bytes: Buffer): number {
  const count = recv(fd, bytes, bytes.length, withoutWaiting)
  if (count < 0 && !nothingYet.includes(koffi.errno()))
    throw new Error(`the connection broke (errno ${koffi.errno()})`)
  return count
}

/** How many of the bytes the system took; negative when it took none. */
export function send(fd: number, bytes: Buffer): number {
  return sendTo(fd, bytes, bytes.length, withoutWaiting | withoutSignal)
}

/** Negative when there is no room for one more. Programs that are started do not get it. */
export function duplicate(fd: number): number {
  return fcntl(fd, duplicateForThisProcess, 0)
}

/** Programs that are started do not get what `open` opens, which must not wait for anything. */
export function openForThisProcess<T>(open: () => T): T {
  const before = descriptors()
  const opened = open()
  for (const [fd, file] of descriptors())
    if (before.get(fd) !== file) fcntl(Number(fd), setFlags, closeOnExec)
  return opened
}

/** What is open, by number. */
function descriptors(): Map<string, string> {
  const found = new Map<string, string>()
  for (const fd of readdirSync('/proc/self/fd')) {
    try {
      found.set(fd, readlinkSync(`/proc/self/fd/${fd}`))
    } catch {
      // Closed since: the directory itself was read through one.
    }
  }
  return found
}
