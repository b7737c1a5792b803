/** The log of a sandbox, for its team; also after the sandbox has ended. */
import { sandboxNotFound } from '@cay/core/sandbox/state.ts'
import type { LogRequest, NodeLogPage } from '../../ports/observe.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'
import { observerOf } from '../node/node-of.ts'
import type { SandboxTarget } from '../sandbox/find-sandbox.ts'

/** Throws sandbox_not_found, request_invalid for a cursor of another log or direction. */
export async function readLogs(
  deps: Pick<Deps, 'store' | 'nodeRegistry'>,
  target: SandboxTarget,
  request: LogRequest,
): Promise<NodeLogPage> {
  const sandbox = await findEver(deps, target)
  return await observerOf(deps, sandbox).readLogs(sandbox.sandboxId, request)
}

/**
 * An ended sandbox is found while its record is retained. Throws sandbox_not_found, also for another team's sandbox.
 */
export async function findEver(
  { store }: Pick<Deps, 'store'>,
  { team, sandboxId }: SandboxTarget,
): Promise<SandboxRecord> {
  const sandbox = await store.findSandbox(sandboxId)
  if (sandbox === undefined || sandbox.teamId !== team.teamId) throw sandboxNotFound(sandboxId)
  return sandbox
}
