/**
 * The terminal of somebody who called `sudo`, between which and the command's own terminal bytes are carried. While it is
 * ours it takes keys as they are, because the command's terminal says what they mean.
 */

import { constants, openSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import { cfmakeraw, tcgetattr, tcsetattr, terminalModeBytes } from './libc.ts'
import { resizeTerminal, sizeOfTerminal } from './terminal.ts'
import { TerminalWriter } from './terminal-writer.ts'

const now = 0

/** Of one of the two terminals. */
export type TerminalMode = Uint8Array

export function modeOf(terminal: number): TerminalMode {
  const mode = new Uint8Array(terminalModeBytes)
  tcgetattr(terminal, mode)
  return mode
}

export function setMode(terminal: number, mode: TerminalMode): void {
  tcsetattr(terminal, now, mode)
}

/** A descriptor of our own for somebody's terminal, which does not become ours and keeps nobody waiting. */
export function reopenTerminal(descriptor: number): number {
  const flags = constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK
  return openSync(`/proc/self/fd/${descriptor}`, flags)
}

export interface Relay {
  /** Ends the relay once what the command has printed is out; the outer terminal is then as it was. */
  finish(): Promise<void>
  /** Ends it at once. */
  abandon(): void
  /** Gives the caller its terminal back, while the command is stopped. */
  suspend(): void
  resume(takesKeys: boolean): void
  /** Gives the command's terminal the size of the caller's; false when one of them is gone. */
  copySize(): boolean
}

export interface RelayInput {
  /** Both are the relay's from now on. */
  readonly outer: number
  readonly inner: number
  /** Otherwise the caller is in the background: keys are somebody else's. */
  readonly takesKeys: boolean
  /** Others print there too, as the next command of a pipeline does: their lines must end as they are used to. */
  readonly keepsOutputMode: boolean
}

/** Output that is written when the command ends may take this long to arrive. */
const lastOutputMs = 100
/** Whoever looks at the caller's terminal may take this long to take it. That it is closed gVisor tells nobody. */
const lastScreenMs = 10_000

export function relayTerminals({ outer, inner, takesKeys, keepsOutputMode }: RelayInput): Relay {
  const mode = modeOf(outer)
  const command = new ReadStream(inner)
  const keys = new TerminalWriter(command, inner)
  const caller = readKeys(outer, keys)
  const screen = new TerminalWriter(caller, outer)
  // EIO: the last user of a terminal has left, which is an end.
  for (const stream of [caller, command, keys, screen]) stream.on('error', () => stream.destroy())
  let isTaken = false
  const take = () => {
    isTaken = true
    setMode(outer, rawMode(mode, keepsOutputMode))
    caller.resume()
  }
  const giveBack = () => {
    if (!isTaken || caller.destroyed) return
    isTaken = false
    caller.pause()
    restoreMode(outer, mode)
  }
  const abandon = () => {
    giveBack()
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
    suspend: giveBack,
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

/** Of one read. */
const keyBytesMax = 4096

/**
 * Reads nothing while it is paused: what is typed then is somebody else's. Streams that are piped read on until they hold
 * what they may, and so took from the shell what was typed while the command was stopped.
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

/** Of a `struct termios`: where its flags for output and its special characters are, and which of these mean a signal. */
const outputFlagsAt = 4
const specialCharactersAt = 17
const signalCharacters = { interrupt: 0, quit: 1, suspend: 10 } as const
const noCharacter = 0xff

function rawMode(mode: TerminalMode, keepsOutputMode: boolean): TerminalMode {
  const raw = mode.slice()
  cfmakeraw(raw)
  if (keepsOutputMode) raw.set(mode.subarray(outputFlagsAt, outputFlagsAt + 4), outputFlagsAt)
  // gVisor sends the signals of these keys in every mode. This byte is in no text.
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

/** Resolves when it is done, or after so long. */
async function within(ms: number, begin: (done: () => void) => void): Promise<void> {
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, ms)
    begin(() => {
      clearTimeout(late)
      resolve()
    })
  })
}
