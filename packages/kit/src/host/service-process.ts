/**
 * A Node program of ours as a child: IPC for `ready`, its output line by line, and an end by a ladder (SIGTERM, then
 * SIGKILL). It is in a session of its own, so an interrupt from the terminal reaches the supervisor alone.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { LineSplitter } from '../flow/line-splitter.ts'
import type { ReadyMessage } from '../service.ts'
import { identifyProcess, type ProcessIdentity } from './process-identity.ts'

export interface ServiceProcessSpec {
  readonly name: string
  /** Absolute path of the program's main file. */
  readonly file: string
  readonly args?: readonly string[]
  /** For Node itself. */
  readonly nodeArgs?: readonly string[]
  /** A program with its arguments that becomes Node in the end, keeping its process: what it may do is settled before. */
  readonly through?: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly onLine: (line: string, stream: 'stdout' | 'stderr') => void
}

/** How a process ended, in words a person reads: `exited with 1`, `was ended by SIGKILL`. */
export interface ServiceExit {
  readonly exitCode: number | null
  readonly words: string
}

export interface ServiceProcess {
  /** Undefined when it could not be started or was gone at once. */
  readonly identity: ProcessIdentity | undefined
  /** What it listens on; undefined when it ended before it was ready. */
  readonly ready: Promise<ReadyMessage['listening'] | undefined>
  readonly exited: Promise<ServiceExit>
  /** It has ended, and so has its output: processes that it left behind may hold that open. */
  readonly closed: Promise<void>
  kill(signal: NodeJS.Signals): void
  /** SIGTERM, and SIGKILL after the grace. */
  stop(graceMs: number): Promise<ServiceExit>
}

export function startServiceProcess(spec: ServiceProcessSpec): ServiceProcess {
  const argv = [process.execPath, ...(spec.nodeArgs ?? []), spec.file, ...(spec.args ?? [])]
  const [program = process.execPath, ...args] = [...(spec.through ?? []), ...argv]
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...spec.env },
    detached: true,
  })
  forwardLines(child.stdout, (line) => spec.onLine(line, 'stdout'))
  forwardLines(child.stderr, (line) => spec.onLine(line, 'stderr'))
  const exited = exitOf(child)
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()))
  return {
    identity: child.pid === undefined ? undefined : identifyProcess(child.pid),
    ready: Promise.race([readinessOf(child), exited.then(() => undefined)]),
    exited,
    closed,
    kill: (signal) => void child.kill(signal),
    stop: (graceMs) => stopChild(child, exited, graceMs),
  }
}

function forwardLines(stream: NodeJS.ReadableStream | null, onLine: (line: string) => void): void {
  const splitter = new LineSplitter(onLine)
  stream?.setEncoding('utf8')
  stream?.on('data', (text: string) => splitter.push(text))
  stream?.on('end', () => splitter.end())
}

function exitOf(child: ChildProcess): Promise<ServiceExit> {
  return new Promise((resolve) => {
    child.on('error', (error) => {
      if (child.pid === undefined)
        resolve({ exitCode: null, words: `could not be started (${error.message})` })
    })
    child.on('exit', (exitCode, signal) =>
      resolve({ exitCode, words: signal === null ? `exited with ${exitCode}` : `was ended by ${signal}` }),
    )
  })
}

function readinessOf(child: ChildProcess): Promise<ReadyMessage['listening']> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (isReadyMessage(message)) resolve(message.listening)
    })
  })
}

function isReadyMessage(message: unknown): message is ReadyMessage {
  if (typeof message !== 'object' || message === null) return false
  if (!('kind' in message) || message.kind !== 'ready' || !('listening' in message)) return false
  const { listening } = message
  return (
    typeof listening === 'object' &&
    listening !== null &&
    Object.values(listening).every((address) => typeof address === 'string')
  )
}

async function stopChild(
  child: ChildProcess,
  exited: Promise<ServiceExit>,
  graceMs: number,
): Promise<ServiceExit> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  try {
    return await exited
  } finally {
    clearTimeout(timer)
  }
}
