/** Pseudo terminals: the file descriptor that the daemon holds, and the path of the device that a process opens. */

import { chmodSync, chownSync, readdirSync } from 'node:fs'
import { sessionOf } from '@cay/core/process/session.ts'
import type { TerminalSize } from '../../ports/process.ts'
import { textOfFile } from '../filesystem/regular-file.ts'
import { close, grantpt, ioctlWindowSize, kill, posixOpenpt, ptsname, unlockpt } from '../libc.ts'

export interface Terminal {
  readonly descriptor: number
  readonly path: string
}

const openFlags = {
  readWrite: 0o2,
  noControllingTerminal: 0o400,
  notBlocking: 0o4000,
  closeOnExec: 0o2000000,
} as const
const getWindowSize = 0x5413
const setWindowSize = 0x5414
const signals = { hangup: 1, continue: 18, windowChange: 28 } as const
const pathBytesMax = 64

/**
 * The device belongs to the user, because the process opens it with the user's rights. The daemon's file descriptor
 * is non-blocking: gVisor may report it as readable although there is nothing to read, and a blocking read would then
 * block the whole daemon.
 */
export function openTerminal(owner: { uid: number; gid: number }, size: TerminalSize): Terminal {
  const descriptor = posixOpenpt(
    openFlags.readWrite | openFlags.noControllingTerminal | openFlags.notBlocking | openFlags.closeOnExec,
  )
  try {
    grantpt(descriptor)
    unlockpt(descriptor)
    const path = terminalPath(descriptor)
    chownSync(path, owner.uid, owner.gid)
    chmodSync(path, 0o620)
    resizeTerminal(descriptor, size)
    return { descriptor, path }
  } catch (error) {
    close(descriptor)
    throw error
  }
}

export function sizeOfTerminal(descriptor: number): TerminalSize {
  const size = new Uint16Array(4)
  ioctlWindowSize(descriptor, getWindowSize, size)
  const [rows = 0, cols = 0] = size
  return { cols, rows }
}

export function resizeTerminal(descriptor: number, { cols, rows }: TerminalSize): void {
  ioctlWindowSize(descriptor, setWindowSize, Uint16Array.of(rows, cols, 0, 0))
}

/**
 * Sends SIGWINCH to the processes of the terminal's session. Linux does that itself, for the foreground group; gVisor
 * does not, and does not report which group that is. Processes in the background ignore the signal.
 */
export function notifyOfResize(session: number): void {
  for (const pid of membersOf(session)) send(pid, signals.windowChange)
}

/**
 * When a session leader ends, Linux sends SIGHUP to the foreground group of its terminal; gVisor does not. A shell
 * that ends by itself has only its own group in the foreground, and its background jobs live on. If the leader was
 * killed, the foreground group is unknown, so all processes of the session get SIGHUP, as when a terminal is closed.
 */
export function hangUpSession(leader: number, wasKilled: boolean): void {
  for (const pid of wasKilled ? membersOf(leader) : [-leader]) {
    send(pid, signals.hangup)
    // A stopped process handles SIGHUP only after it is continued.
    send(pid, signals.continue)
  }
}

function membersOf(session: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isMember(pid, session))
}

function isMember(pid: number, session: number): boolean {
  const stat = textOfFile(`/proc/${pid}/stat`)
  return stat !== undefined && sessionOf(stat) === session
}

function send(pid: number, number: number): void {
  try {
    kill(pid, number)
  } catch {
    // The process group or process no longer exists.
  }
}

function terminalPath(descriptor: number): string {
  const name = new Uint8Array(pathBytesMax)
  ptsname(descriptor, name, name.length)
  return Buffer.from(name.subarray(0, name.indexOf(0))).toString()
}
