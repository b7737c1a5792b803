/**
 * The terminal of a process that called `sudo`. Bytes are relayed between it and the command's own terminal. While it
 * is relayed, it is in raw mode, because the command's terminal interprets the keys.
 */

import { constants, openSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import { cfmakeraw, tcgetattr, tcsetattr, terminalModeBytes } from '../libc.ts'
import { resizeTerminal, sizeOfTerminal } from '../process/terminal.ts'
import { TerminalWriter } from '../process/terminal-writer.ts'

const now = 0

/** The mode of one of the two terminals. */
export type TerminalMode = Uint8Array

export function modeOf(terminal: number): TerminalMode {
  const mode = new Uint8Array(terminalModeBytes)
  tcgetattr(terminal, mode)
  return mode
}

export function setMode(terminal: number, mode: TerminalMode): void {
  tcsetattr(terminal, now, mode)
}

/**
 * Opens a new file descriptor for another process's terminal, which does not become the daemon's controlling terminal
 * and does not block.
 */
export function reopenTerminal(descriptor: number): number {
  const flags = constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK
  return openSync(`/proc/self/fd/${descriptor}`, flags)
}

export interface Relay {
  /** Ends the relay when the command's output has been written; the outer terminal then has its original mode. */
  finish(): Promise<void>
  /** Ends the relay at once. */
  abandon(): void
  /** Returns the terminal to the caller while the command is stopped. */
  suspend(): void
  resume(takesKeys: boolean): void
  /** Sets the size of the command's terminal to that of the caller's; returns false if one of them is gone. */
  copySize(): boolean
}

export interface RelayInput {
  /** The relay takes ownership of both file descriptors. */
  readonly outer: number
  readonly inner: number
  /** If false, the caller is in the background, and the keys belong to another process. */
  readonly takesKeys: boolean
  /**
   * Other processes write to the terminal too, for example the next command of a pipeline, so output processing must
   * stay as they expect it.
   */
  readonly keepsOutputMode: boolean
}

/** Time in milliseconds in which output written when the command ends may still arrive. */
const lastOutputMs = 100
/**
 * Time in milliseconds in which the reader of the caller's terminal may take the last output. gVisor does not report
 * that the terminal was closed.
 */
const lastScreenMs = 10_000

export function relayTerminals({ outer, inner, takesKeys, keepsOutputMode }: RelayInput): Relay {
  const mode = modeOf(outer)
  const command = new ReadStream(inner)
  const keys = new TerminalWriter(command, inner)
  const caller = readKeys(outer, keys)
  const screen = new TerminalWriter(caller, outer)
  // EIO: the last user has closed the terminal, which is a regular end.
  for (const stream of [caller, command, keys, screen]) stream.on('error', () => stream.destroy())
  let isTaken = false
  const take = () => {
    isTaken = true
    setMode(outer, rawMode(mode, keepsOutputMode))
    caller.resume()
  }
  const restoreModes = () => {
    if (!isTaken || caller.destroyed) return
    isTaken = false
    caller.pause()
    restoreMode(outer, mode)
  }
  const abandon = () => {
    restoreModes()
    caller.destroy()
    command.destroy()
  }
  command.pipe(screen, { end: false })
  if (takesKeys) take()
  return {
    abandon,
    finish: () => {
      caller.pause()
      return lastOutput(command, screen).then(abandon)
    },
    suspend: restoreModes,
    resume: (mayTakeKeys) => {
      if (mayTakeKeys && !isTaken && !caller.destroyed) take()
    },
    copySize: () => {
      if (caller.destroyed || command.destroyed) return false
      resizeTerminal(inner, sizeOfTerminal(outer))
      return true
    },
  }
}

/** Maximum number of bytes per read. */
const keyBytesMax = 4096

/**
 * Reads nothing while it is paused, because keys typed then belong to another process. Piped streams continue to read
 * until their buffer is full, and so took keys from the shell that were typed while the command was stopped.
 */
function readKeys(terminal: number, keys: TerminalWriter): ReadStream {
  const callback = (count: number, memory: Uint8Array): boolean => {
    const isTaken = keys.write(Buffer.from(memory.subarray(0, count)))
    if (!isTaken) keys.once('drain', () => caller.isPaused() || caller.resume())
    return isTaken
  }
  const onread = { buffer: Buffer.allocUnsafeSlow(keyBytesMax), callback }
  const caller = new ReadStream(terminal, { onread })
  return caller
}

function restoreMode(terminal: number, mode: TerminalMode): void {
  try {
    setMode(terminal, mode)
  } catch {
    // The terminal is gone.
  }
}

/**
 * Offsets in `struct termios` of the output flags and the special characters, and the indices of the special
 * characters that send a signal.
 */
const outputFlagsAt = 4
const specialCharactersAt = 17
const signalCharacters = { interrupt: 0, quit: 1, suspend: 10 } as const
const noCharacter = 0xff

function rawMode(mode: TerminalMode, keepsOutputMode: boolean): TerminalMode {
  const raw = mode.slice()
  cfmakeraw(raw)
  if (keepsOutputMode) raw.set(mode.subarray(outputFlagsAt, outputFlagsAt + 4), outputFlagsAt)
  // gVisor sends the signals of these keys in every mode. The replacement byte does not occur in UTF-8 text.
  for (const index of Object.values(signalCharacters)) raw[specialCharactersAt + index] = noCharacter
  return raw
}

async function lastOutput(command: ReadStream, screen: TerminalWriter): Promise<void> {
  if (!command.destroyed) await within(lastOutputMs, (done) => command.once('close', done))
  if (screen.destroyed) return
  await within(lastScreenMs, (done) => {
    screen.once('close', done)
    screen.write('', done)
  })
}

/** Resolves when `begin` reports completion, or after the time limit. */
async function within(ms: number, begin: (done: () => void) => void): Promise<void> {
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, ms)
    begin(() => {
      clearTimeout(late)
      resolve()
    })
  })
}
