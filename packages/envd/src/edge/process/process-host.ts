/**
 * Starts processes, transfers their input and output, and reports their end. The decision which process may do what
 * is made elsewhere.
 */

import { closeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { ReadStream } from 'node:tty'
import { ServiceError } from '@cay/core/errors.ts'
import { describeEnd } from '@cay/core/process/exit-status.ts'
import type {
  Launch,
  OutputSource,
  ProcessHost,
  ProcessListener,
  StartedProcess,
  TerminalSize,
} from '../../ports/process.ts'
import { kill, pipe2, SystemCallError } from '../libc.ts'
import { launchProgram } from './launch.ts'
import type { LauncherOf } from './launcher-files.ts'
import { readPipe } from './output-pipe.ts'
import type { Reaper } from './reaper.ts'
import type { StdioDescriptors } from './spawn.ts'
import { hangUpSession, notifyOfResize, openTerminal, resizeTerminal } from './terminal.ts'
import { TerminalWriter } from './terminal-writer.ts'

export interface ProcessHostOptions {
  readonly reaper: Reaper
  readonly launcherOf: LauncherOf
}

export function createProcessHost({ reaper, launcherOf }: ProcessHostOptions): ProcessHost {
  return {
    start: (launch, listener) =>
      launch.stdio.kind === 'terminal'
        ? startWithTerminal(launch, launch.stdio.size, { listener, reaper, launcherOf })
        : startWithPipes(launch, launch.stdio.kind === 'open', { listener, reaper, launcherOf }),
  }
}

interface LaunchContext {
  readonly listener: ProcessListener
  readonly reaper: Reaper
  readonly launcherOf: LauncherOf
}

function startWithPipes(
  launch: Launch,
  hasInput: boolean,
  { listener, reaper, launcherOf }: LaunchContext,
): StartedProcess {
  const { ours, theirs } = openPipes(hasInput)
  let pid: number
  try {
    pid = launchProgram(launch, theirs, launcherOf)
  } catch (error) {
    closeAll(Object.values(ours))
    throw error
  } finally {
    closeAll([theirs.stdin, theirs.stdout, theirs.stderr])
  }
  const outputs = [readPipe(ours.stdout, 'stdout', listener), readPipe(ours.stderr, 'stderr', listener)]
  const input =
    ours.stdin === undefined ? undefined : new Socket({ fd: ours.stdin, readable: false, writable: true })
  reaper.watch(pid, (status) => listener.reaped(describeEnd(status)))
  tellDrained(outputs, listener)
  return startedProcess({ pid, outputs, input, resize: refuseResize })
}

function startWithTerminal(
  launch: Launch,
  size: TerminalSize,
  { listener, reaper, launcherOf }: LaunchContext,
): StartedProcess {
  const terminal = openTerminal(launch.user, size)
  let pid: number
  try {
    pid = launchProgram(launch, { kind: 'terminal', path: terminal.path }, launcherOf)
  } catch (error) {
    closeAll([terminal.descriptor])
    throw error
  }
  const stream = readFrom(new ReadStream(terminal.descriptor), 'pty', listener)
  const input = new TerminalWriter(stream, terminal.descriptor)
  reaper.watch(pid, (status) => {
    const end = describeEnd(status)
    hangUpSession(pid, !end.exited)
    listener.reaped(end)
  })
  tellDrained([stream], listener)
  const resize = (to: TerminalSize) => {
    resizeTerminal(terminal.descriptor, to)
    // The process was started as the leader of its own session.
    notifyOfResize(pid)
  }
  return startedProcess({ pid, outputs: [stream], input, resize })
}

function readFrom(stream: ReadStream, source: OutputSource, listener: ProcessListener): ReadStream {
  stream.on('data', (bytes: Buffer) => listener.output(source, bytes))
  // A terminal whose last user has closed it reads as EIO, and input to a process that has exited fails with EPIPE:
  // both are regular ends.
  stream.on('error', () => stream.destroy())
  return stream
}

function tellDrained(outputs: readonly Socket[], listener: ProcessListener): void {
  let open = outputs.length
  for (const output of outputs) {
    output.once('close', () => {
      open -= 1
      if (open === 0) listener.drained()
    })
  }
}

interface Parts {
  readonly pid: number
  readonly outputs: readonly Socket[]
  readonly input: Writable | undefined
  readonly resize: (size: TerminalSize) => void
}

function startedProcess({ pid, outputs, input, resize }: Parts): StartedProcess {
  input?.on('error', () => input.destroy())
  return {
    pid,
    write: (bytes) => writeAll(input, bytes),
    closeInput: () => void input?.end(),
    resize,
    pauseOutput: () => outputs.forEach((output) => void output.pause()),
    resumeOutput: () => outputs.forEach((output) => void output.resume()),
    release: () => {
      for (const output of outputs) output.destroy()
      input?.destroy()
    },
    signal: (number) => sendSignal(pid, number),
    // The process was started as the leader of its own group.
    signalGroup: (number) => sendSignal(-pid, number),
  }
}

function writeAll(input: Writable | undefined, bytes: Uint8Array): Promise<void> {
  if (input === undefined) return Promise.reject(new ServiceError('internal', 'stdin is not open'))
  if (input.destroyed || input.writableEnded) {
    return Promise.reject(new ServiceError('internal', 'error writing to stdin: broken pipe'))
  }
  return new Promise((resolve, reject) => {
    input.write(bytes, (error) => {
      if (error == null) resolve()
      else reject(new ServiceError('internal', 'error writing to stdin: broken pipe', { cause: error }))
    })
  })
}

function sendSignal(pid: number, number: number): boolean {
  try {
    kill(pid, number)
    return true
  } catch (error) {
    if (error instanceof SystemCallError && error.code === 'ESRCH') return false
    throw error
  }
}

function refuseResize(): never {
  throw new ServiceError('internal', 'process has no terminal')
}

interface PipeEnds {
  readonly ours: { readonly stdin: number | undefined; readonly stdout: number; readonly stderr: number }
  readonly theirs: StdioDescriptors
}

/** Opens all pipes or none. */
function openPipes(hasInput: boolean): PipeEnds {
  const opened: number[] = []
  try {
    const [stdin, stdout, stderr] = [
      hasInput ? openPipe(opened) : undefined,
      openPipe(opened),
      openPipe(opened),
    ]
    return {
      ours: { stdin: stdin?.write, stdout: stdout.read, stderr: stderr.read },
      theirs: { kind: 'pipes', stdin: stdin?.read, stdout: stdout.write, stderr: stderr.write },
    }
  } catch (error) {
    closeAll(opened)
    throw error
  }
}

const closeOnExec = 0o2000000

function openPipe(opened: number[]): { read: number; write: number } {
  const pair = new Int32Array(2)
  pipe2(pair, closeOnExec)
  const [read = -1, write = -1] = pair
  opened.push(read, write)
  return { read, write }
}

function closeAll(descriptors: readonly (number | undefined)[]): void {
  for (const descriptor of descriptors) if (descriptor !== undefined) closeSync(descriptor)
}
