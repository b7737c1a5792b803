/**
 * The terminal of somebody who called `sudo`, between which and the command's own terminal bytes are carried. While it is
 * ours it takes keys as they are, because the command's terminal says what they mean.
 */

import { constants, openSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import { cfmakeraw, tcgetattr, tcsetattr, terminalModeBytes } from './libc.ts'
import { resizeTerminal, sizeOfTerminal } from './terminal.ts'
import { TerminalInput } from './terminal-input.ts'

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

/** A descriptor of our own for somebody's terminal, which does not become ours. */
export function reopenTerminal(descriptor: number): number {
  return openSync(`/proc/self/fd/${descriptor}`, constants.O_RDWR | constants.O_NOCTTY)
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

export function relayTerminals({ outer, inner, takesKeys, keepsOutputMode }: RelayInput): Relay {
  const mode = modeOf(outer)
  const [caller, command] = [new ReadStream(outer), new ReadStream(inner)]
  // EIO: the last user of a terminal has left, which is an end.
  const keys = new TerminalInput(command, inner)
  for (const stream of [caller, command, keys]) stream.on('error', () => stream.destroy())
  let isTaken = false
  const take = () => {
    isTaken = true
    setMode(outer, rawMode(mode, keepsOutputMode))
    caller.pipe(keys, { end: false })
  }
  const giveBack = () => {
    if (!isTaken || caller.destroyed) return
    isTaken = false
    caller.unpipe(keys)
    caller.pause()
    restoreMode(outer, mode)
  }
  const abandon = () => {
    giveBack()
    caller.destroy()
    command.destroy()
  }
  command.pipe(caller, { end: false })
  if (takesKeys) take()
  return {
    abandon,
    finish: () => lastOutput(command, caller).then(abandon),
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

async function lastOutput(command: ReadStream, caller: ReadStream): Promise<void> {
  if (!command.destroyed) {
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, lastOutputMs)
      command.once('close', () => {
        clearTimeout(late)
        resolve()
      })
    })
  }
  if (caller.destroyed) return
  await new Promise<void>((resolve) => {
    caller.once('close', resolve)
    caller.write('', () => resolve())
  })
}
