/**
 * One call of `sudo`, from the descriptors to the end of the command. Descriptors that are terminals are replaced by a
 * terminal of the command's own, so that keys, job control and size are its own too; all others it gets as they are.
 *
 *   caller's signal ──► command's process group        command's end ──► caller ends in the same way
 *   caller goes on  ──► the group goes on              command stops ──► caller stops
 *   caller is gone  ──► hangup for the group, and SIGKILL when that did not help
 */

import { isatty } from 'node:tty'
import type { Command } from '../ports/process.ts'
import { launchProgram } from './launch.ts'
import type { LauncherOf } from './launcher-files.ts'
import { kill } from './libc.ts'
import { modeOf, type Relay, relayTerminals, reopenTerminal, setMode } from './outer-terminal.ts'
import { closeDescriptors } from './peer-socket.ts'
import type { Reaper } from './reaper.ts'
import type { SpawnRequest } from './spawn.ts'
import { hangUpSession, notifyOfResize, openTerminal, sizeOfTerminal } from './terminal.ts'

export interface SessionDeps {
  readonly reaper: Reaper
  readonly launcherOf: LauncherOf
}

export interface SessionInput {
  readonly command: Command
  /** Standard input, output and error of the caller. */
  readonly descriptors: readonly number[]
  readonly isForeground: boolean
  /** Gets the status word of waitpid. */
  readonly onEnd: (status: number) => void
  /** The command was stopped, and its caller is to stop too. */
  readonly onStop: () => void
}

export interface SudoSession {
  signal(number: number): void
  /** The caller was stopped and goes on. */
  continue(isForeground: boolean): void
  /** The caller is gone. */
  hangUp(): void
}

const signals = { hangup: 1, kill: 9, continue: 18, windowChange: 28 } as const
const hangupGraceMs = 1000
/** Of the status word of waitpid: the signal that has ended a process. */
const signalBits = 0x7f

/** Throws when the command cannot be started. The descriptors stay the caller's to close. */
export function startSession(deps: SessionDeps, input: SessionInput): SudoSession {
  const outer = input.descriptors.find((descriptor) => isatty(descriptor))
  return outer === undefined ? startOnDescriptors(deps, input) : startInTerminal(deps, input, outer)
}

function startOnDescriptors({ reaper, launcherOf }: SessionDeps, input: SessionInput): SudoSession {
  const [stdin, stdout = -1, stderr = -1] = input.descriptors
  const pid = launchProgram(input.command, { kind: 'pipes', stdin, stdout, stderr }, launcherOf)
  reaper.watch(pid, input.onEnd, input.onStop)
  return session(pid)
}

function startInTerminal(
  { reaper, launcherOf }: SessionDeps,
  { command, descriptors, isForeground, onEnd, onStop }: SessionInput,
  callersTerminal: number,
): SudoSession {
  const opened: number[] = []
  try {
    const outer = reopenTerminal(callersTerminal)
    opened.push(outer)
    const inner = openTerminal(command.user, sizeOfTerminal(outer))
    opened.push(inner.descriptor)
    setMode(inner.descriptor, modeOf(outer))
    const pid = launchProgram(command, terminalStdio(inner.path, descriptors), launcherOf)
    const mayTakeKeys = isatty(descriptors[0] ?? -1)
    const relay = relayTerminals({
      outer,
      inner: inner.descriptor,
      takesKeys: mayTakeKeys && isForeground,
      keepsOutputMode: !descriptors.every((descriptor) => isatty(descriptor)),
    })
    reaper.watch(
      pid,
      (status) => {
        hangUpSession(pid, (status & signalBits) !== 0)
        void relay.finish().then(() => onEnd(status))
      },
      () => {
        relay.suspend()
        onStop()
      },
    )
    return session(pid, { ...relay, resume: (hasTerminal) => relay.resume(mayTakeKeys && hasTerminal) })
  } catch (error) {
    closeDescriptors(opened)
    throw error
  }
}

function terminalStdio(path: string, descriptors: readonly number[]): SpawnRequest['stdio'] {
  const kept = [...descriptors.entries()].filter(([, descriptor]) => !isatty(descriptor))
  return { kind: 'terminal', path, instead: Object.fromEntries(kept) }
}

function session(pid: number, relay?: Relay): SudoSession {
  return {
    signal: (number) => {
      if (number !== signals.windowChange) signalGroup(pid, number)
      else if (relay?.copySize() === true) notifyOfResize(pid)
    },
    continue: (isForeground) => {
      relay?.resume(isForeground)
      signalGroup(pid, signals.continue)
    },
    hangUp: () => {
      relay?.abandon()
      signalGroup(pid, signals.hangup)
      signalGroup(pid, signals.continue)
      setTimeout(() => signalGroup(pid, signals.kill), hangupGraceMs)
    },
  }
}

/** The command leads its own group. */
function signalGroup(pid: number, number: number): void {
  try {
    kill(-pid, number)
  } catch {
    // ESRCH: all of it has ended.
  }
}
