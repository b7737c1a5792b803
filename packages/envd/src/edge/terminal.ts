/** Pseudo terminals: the end that the daemon holds, and the path of the end that a process opens. */

import { chmodSync, chownSync, readdirSync } from 'node:fs'
import { sessionOf } from '@cay/core/process/session.ts'
import type { TerminalSize } from '../ports/process.ts'
import { close, grantpt, ioctlWindowSize, kill, posixOpenpt, ptsname, unlockpt } from './libc.ts'
import { textOfFile } from './regular-file.ts'

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
 * The process's end belongs to the user: the process opens it with the user's rights. Ours must not block: whoever reads it
 * when there is nothing, which gVisor may well have said there is, would keep all of the daemon waiting.
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
 * Signals the processes of the terminal's session that its size has changed. Linux does that itself, for those in the
 * foreground; gVisor does not, and tells nobody who they are. To the others the signal means nothing.
 */
export function notifyOfResize(session: number): void {
  for (const pid of membersOf(session)) send(pid, signals.windowChange)
}

/**
 * Linux hangs up who is in the foreground of a terminal when the leader of its session ends; gVisor does not. A shell that
 * ends by itself has nobody there but its own group, and what it has left in the background lives on. Who was in the
 * foreground of one that was killed nobody knows, so all of the session are hung up, as when a terminal is closed.
 */
export function hangUpSession(leader: number, wasKilled: boolean): void {
  for (const pid of wasKilled ? membersOf(leader) : [-leader]) {
    send(pid, signals.hangup)
    // Who is stopped would not hear of it.
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
    // As above.
  }
}

function terminalPath(descriptor: number): string {
  const name = new Uint8Array(pathBytesMax)
  ptsname(descriptor, name, name.length)
  return Buffer.from(name.subarray(0, name.indexOf(0))).toString()
}
