/**
 * Runs the programs of `/etc/cay/restore.d` as root, one after the other, ordered by name. All of them share one time
 * limit; a hook that fails or times out is reported in the sandbox's log and delays nothing further.
 */

import { environmentBlock, mergeEnvironment } from '@cay/core/process/environment.ts'
import type { RestoreHooks } from '../../ports/identity.ts'
import type { ProcessHost } from '../../ports/process.ts'
import type { User, UserDirectory } from '../../ports/user.ts'
import type { GuestLog } from '../logs/guest-log.ts'
import { runToEnd } from '../process/run-to-end.ts'
import { type SandboxState, variablesOf } from './sandbox-state.ts'

export interface RestoreHookDeps {
  readonly restoreHooks: RestoreHooks
  readonly host: ProcessHost
  readonly users: UserDirectory
  readonly state: SandboxState
  readonly log: GuestLog
  readonly searchPath: string
  /** Monotonic clock in milliseconds. */
  readonly nowMs: () => number
}

/** Time limit in milliseconds for all hooks together: a caller that waits for the sandbox waits for them. */
const hooksMsMax = 2_000
const generationVariable = 'CAY_GENERATION'
const root: User = { name: 'root', uid: 0, gid: 0, groups: [0], home: '/root', shell: '/bin/sh' }

/** Resolves when the programs have ended or timed out; never rejects because of what they do. */
export async function runRestoreHooks(
  deps: RestoreHookDeps,
  { paths, generation }: { readonly paths: readonly string[]; readonly generation: string },
): Promise<void> {
  const deadlineMs = deps.nowMs() + hooksMsMax
  for (const path of paths) {
    const failure = await runHook(deps, { path, generation, leftMs: deadlineMs - deps.nowMs() })
    if (failure !== undefined) tell(deps.log, `restore hook ${path} ${failure}`)
  }
}

interface Hook {
  readonly path: string
  readonly generation: string
  readonly leftMs: number
}

/** Returns a description of the failure. */
async function runHook(
  deps: RestoreHookDeps,
  { path, generation, leftMs }: Hook,
): Promise<string | undefined> {
  if (leftMs <= 0) return `was not run: all hooks together have ${hooksMsMax} ms`
  try {
    const end = await runToEnd(deps.host, { launch: launchOf(deps, path, generation), timeoutMs: leftMs })
    if (end === undefined) return `was killed: all hooks together have ${hooksMsMax} ms`
    return end.error === undefined ? undefined : `failed: ${end.status}`
  } catch (error) {
    return `could not be started: ${error instanceof Error ? error.message : String(error)}`
  }
}

function launchOf({ users, state, searchPath }: RestoreHookDeps, path: string, generation: string) {
  const user = users.find(root.name) ?? root
  const environment = mergeEnvironment({
    path: searchPath,
    user,
    sandbox: variablesOf(state.identity),
    request: { [generationVariable]: generation },
  })
  return {
    command: path,
    args: [],
    environment: environmentBlock(environment),
    searchPath,
    workingDirectory: '/',
    user,
    stdio: { kind: 'closed' },
  } as const
}

function tell(log: GuestLog, message: string): void {
  log.add({ level: 'warn', message, fields: { logger: 'envd', event: 'restore-hook' } })
}
