/**
 * Runs a template's start command in each of its sandboxes and waits until it is ready. It is a process like any
 * other that a client starts. A failure is reported in the sandbox's log, and the sandbox remains usable.
 */

import { environmentBlock, mergeEnvironment, type Variables } from '@cay/core/process/environment.ts'
import type { ProcessHost } from '../../ports/process.ts'
import type { User, UserDirectory } from '../../ports/user.ts'
import { variablesOf } from '../identity/sandbox-state.ts'
import type { GuestLog } from '../logs/guest-log.ts'
import { runToEnd } from './run-to-end.ts'
import { type StartDeps, startProcess } from './start-process.ts'

export interface StartCommand {
  readonly command: string
  /** The command that succeeds once the start command is ready; if empty, there is no wait. */
  readonly readyCommand: string
  readonly user: string
  /** If undefined, the user's home directory is used. */
  readonly workdir: string | undefined
  readonly variables: Variables
}

export interface StartCommandDeps extends StartDeps {
  readonly users: UserDirectory
  readonly log: GuestLog
  /** A process host that does not log, because the ready command may run many times. */
  readonly quietHost: ProcessHost
  /** Monotonic clock in milliseconds. */
  readonly nowMs: () => number
  readonly wait: (ms: number) => Promise<unknown>
}

/** In milliseconds: the caller that creates the sandbox waits no longer than this. */
const readyMsMax = 15_000
const readyEveryMs = 50
const shell = '/bin/bash'

export async function runStartCommand(deps: StartCommandDeps, start: StartCommand): Promise<void> {
  try {
    const user = deps.users.find(start.user)
    if (user === undefined) throw new Error(`there is no user "${start.user}"`)
    begin(deps, user, start)
    if (start.readyCommand === '' || (await becomesReady(deps, user, start))) return
    tell(deps.log, `the ready command of the template did not succeed within ${readyMsMax / 1000} s`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    tell(deps.log, `the start command of the template was not started: ${reason}`)
  }
}

function begin(deps: StartCommandDeps, user: User, { command, workdir, variables }: StartCommand): void {
  startProcess(deps, {
    command: shell,
    args: shellArgs(command),
    envs: variables,
    cwd: workdir,
    tag: undefined,
    stdin: true,
    terminal: undefined,
    user,
    deadlineMs: undefined,
  })
}

async function becomesReady(deps: StartCommandDeps, user: User, start: StartCommand): Promise<boolean> {
  const deadlineMs = deps.nowMs() + readyMsMax
  const launch = readyLaunch(deps, user, start)
  for (;;) {
    const leftMs = deadlineMs - deps.nowMs()
    if (leftMs <= 0) return false
    const end = await runToEnd(deps.quietHost, { launch, timeoutMs: leftMs })
    if (end?.exitCode === 0) return true
    await deps.wait(readyEveryMs)
  }
}

function readyLaunch({ searchPath, state }: StartCommandDeps, user: User, start: StartCommand) {
  const environment = mergeEnvironment({
    path: searchPath,
    user,
    sandbox: variablesOf(state.identity),
    request: start.variables,
  })
  return {
    command: shell,
    args: shellArgs(start.readyCommand),
    environment: environmentBlock(environment),
    searchPath,
    workingDirectory: start.workdir ?? user.home,
    user,
    stdio: { kind: 'closed' },
  } as const
}

function shellArgs(command: string): string[] {
  return ['-l', '-c', command]
}

function tell(log: GuestLog, message: string): void {
  log.add({ level: 'warn', message, fields: { logger: 'envd', event: 'start-command' } })
}
