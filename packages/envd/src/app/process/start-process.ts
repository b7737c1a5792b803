/**
 * Starts a command as a user and registers it. The process outlives the caller's connection; only its deadline ends
 * it.
 */

import { statSync } from 'node:fs'
import { ServiceError } from '@cay/core/errors.ts'
import { resolvePath } from '@cay/core/files/path.ts'
import { environmentBlock, mergeEnvironment, type Variables } from '@cay/core/process/environment.ts'
import type { RingBudget } from '@cay/core/process/ring-budget.ts'
import type { ProcessHost, TerminalSize } from '../../ports/process.ts'
import type { User } from '../../ports/user.ts'
import { type SandboxState, variablesOf } from '../identity/sandbox-state.ts'
import type { ResumableStreams } from '../streams/resumable-streams.ts'
import type { OutputBudget } from './output-budget.ts'
import type { ProcessRecord, ProcessRegistry } from './process-registry.ts'
import { RunningProcess } from './running-process.ts'

export interface StartDeps {
  readonly host: ProcessHost
  readonly registry: ProcessRegistry
  readonly state: SandboxState
  readonly streams: ResumableStreams
  /** The budget for output of all processes that is kept for cut streams. */
  readonly ringBudget: RingBudget
  readonly outputBudget: OutputBudget
  /** The daemon's own search path. */
  readonly searchPath: string
}

export interface StartInput {
  readonly command: string
  readonly args: readonly string[]
  readonly envs: Variables
  readonly cwd: string | undefined
  readonly tag: string | undefined
  readonly stdin: boolean
  readonly terminal: TerminalSize | undefined
  readonly user: User
  /** In milliseconds; after this the process itself is killed. If undefined, there is no deadline. */
  readonly deadlineMs: number | undefined
}

const sigkill = 9
/** Estimated memory cost of a string besides its content. */
const wordBytes = 32
const tagLengthMax = 4096

export function startProcess(deps: StartDeps, input: StartInput): ProcessRecord {
  assertText([input.command, ...input.args])
  assertTag(input.tag)
  const environment = mergeEnvironment({
    path: deps.searchPath,
    user: input.user,
    sandbox: variablesOf(deps.state.identity),
    request: input.envs,
  })
  let deadline: NodeJS.Timeout | undefined
  const onEnd = () => {
    clearTimeout(deadline)
    deps.registry.retire(record)
  }
  const heldBytes = bytesOf(input)
  deps.registry.assertRoomFor(heldBytes)
  const process = new RunningProcess({ ...deps, onEnd })
  const started = deps.host.start(
    {
      command: input.command,
      args: input.args,
      environment: environmentBlock(environment),
      searchPath: environment.PATH ?? deps.searchPath,
      workingDirectory: workingDirectory(deps, input),
      user: input.user,
      stdio: stdioOf(input),
    },
    process,
  )
  process.attach(started)
  const record = { ...toRecord(input, process), heldBytes }
  deps.registry.add(record)
  if (input.deadlineMs !== undefined) {
    deadline = setTimeout(() => process.kill(sigkill), input.deadlineMs)
  }
  return record
}

function toRecord(input: StartInput, process: RunningProcess): Omit<ProcessRecord, 'heldBytes'> {
  const { command, args, envs, cwd, tag, terminal } = input
  return {
    pid: process.started.pid,
    command,
    args,
    envs,
    cwd,
    tag,
    isTerminal: terminal !== undefined,
    process,
  }
}

/** An estimate of the size as JSON, where one byte can become six. */
function bytesOf({ command, args, envs, cwd, tag }: StartInput): number {
  const words = args.length + 2 * Object.keys(envs).length
  return wordBytes * words + Buffer.byteLength(JSON.stringify([command, args, envs, cwd, tag]))
}

function stdioOf({ terminal, stdin }: StartInput) {
  if (terminal !== undefined) return { kind: 'terminal', size: terminal } as const
  return { kind: stdin ? 'open' : 'closed' } as const
}

/** Whether the user may enter the directory is checked when the process starts. */
function workingDirectory({ state }: StartDeps, { cwd, user }: StartInput): string {
  const { defaultWorkdir } = state.identity
  const path = resolvePath(cwd ?? '', { home: user.home, defaultWorkdir })
  if (!exists(path)) throw new ServiceError('request_invalid', `cwd '${path}' does not exist`)
  return path
}

function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    // The path exists but is not an accessible directory; the start reports what is wrong with it.
    return true
  }
}

/** The tag is kept as long as the process is known, and no limit of the system applies to it. */
function assertTag(tag: string | undefined): void {
  if (tag !== undefined && tag.length > tagLengthMax) {
    throw new ServiceError('request_invalid', `the tag is longer than ${tagLengthMax} letters`)
  }
}

function assertText(words: readonly string[]): void {
  if (words.some((word) => word.includes('\0'))) {
    throw new ServiceError('request_invalid', 'command or argument contains a NUL byte')
  }
}
