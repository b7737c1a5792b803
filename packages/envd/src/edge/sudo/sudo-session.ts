/**
 * One call of `sudo`, from the passed file descriptors to the end of the command. File descriptors that are terminals
 * are replaced by a terminal of the command's own, so that keys, job control and window size are its own too; all
 * others are passed unchanged.
 *
 *   caller's signal     ──► command's process group        command ends  ──► caller ends in the same way
 *   caller is continued ──► the group is continued         command stops ──► caller stops
 *   caller is gone      ──► SIGHUP for the group, and SIGKILL if that has no effect
 */

import { isatty } from 'node:tty'
import type { Command } from '../../ports/process.ts'
import { kill } from '../libc.ts'
import { launchProgram } from '../process/launch.ts'
import type { LauncherOf } from '../process/launcher-files.ts'
import type { Reaper } from '../process/reaper.ts'
import type { SpawnRequest } from '../process/spawn.ts'
import { hangUpSession, notifyOfResize, openTerminal, sizeOfTerminal } from '../process/terminal.ts'
import { modeOf, type Relay, relayTerminals, reopenTerminal, setMode } from './outer-terminal.ts'
import { closeDescriptors } from './peer-socket.ts'

export interface SessionDeps {
  readonly reaper: Reaper
  readonly launcherOf: LauncherOf
}

export interface SessionInput {
  readonly command: Command
  /** Standard input, output and error of the caller. */
  readonly descriptors: readonly number[]
  readonly isForeground: boolean
  /** Called with the status word of waitpid. */
  readonly onEnd: (status: number) => void
  /** Called when the command was stopped and its caller must stop too. */
  readonly onStop: () => void
}

export interface SudoSession {
  signal(number: number): void
  /** Called when the caller was stopped and has been continued. */
  continue(isForeground: boolean): void
  /** Called when the caller is gone. */
  hangUp(): void
}

const signals = { hangup: 1, kill: 9, continue: 18, windowChange: 28 } as const
const hangupGraceMs = 1000
/** The bits of waitpid's status word with the signal that ended a process. */
const signalBits = 0x7f

/** Throws if the command cannot be started. The caller must close the file descriptors. */
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

/** The command leads its own process group. */
function signalGroup(pid: number, number: number): void {
  try {
    kill(-pid, number)
  } catch {
    // ESRCH: all processes of the group have ended.
  }
}
