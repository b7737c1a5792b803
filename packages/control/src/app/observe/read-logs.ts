/** The log of a sandbox, for its team; also after the sandbox has ended. */
import { isServiceError } from '@cay/core/errors.ts'
import { sandboxNotFound } from '@cay/core/sandbox/state.ts'
import type { LogRequest, NodeLogPage, Observer } from '../../ports/observe.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'
import { observerOf } from '../node/node-of.ts'
import type { SandboxTarget } from '../sandbox/find-sandbox.ts'
import { readStoredLogs } from './stored-history.ts'

export type ObserveDeps = Pick<Deps, 'store' | 'nodeRegistry' | 'readSegments'>

export interface Observed<T> {
  readonly value: T
  /** The node does not respond: this is what it has uploaded, without the last seconds. */
  readonly isStored: boolean
}

/** Throws sandbox_not_found, request_invalid for a cursor of another log or direction, node_unavailable. */
export async function readLogs(
  deps: ObserveDeps,
  target: SandboxTarget,
  request: LogRequest,
): Promise<Observed<NodeLogPage>> {
  const sandbox = await findEver(deps, target)
  return await observe(deps, sandbox, {
    onNode: (observer) => observer.readLogs(sandbox.sandboxId, request),
    fromStore: () => readStoredLogs(deps, sandbox.sandboxId, request),
  })
}

interface Ways<T> {
  readonly onNode: (observer: Observer) => Promise<T>
  readonly fromStore: () => Promise<T>
}

/** The node of the sandbox is asked; one that does not respond is replaced by what it has uploaded, where that can be read. */
export async function observe<T>(
  deps: ObserveDeps,
  sandbox: SandboxRecord,
  { onNode, fromStore }: Ways<T>,
): Promise<Observed<T>> {
  try {
    const nodeId = sandbox.nodeId ?? sandbox.originId
    // A call would only wait for it.
    if (nodeId !== null && deps.readSegments !== undefined) deps.nodeRegistry.assertAlive(nodeId)
    return { value: await onNode(observerOf(deps, sandbox)), isStored: false }
  } catch (error) {
    if (deps.readSegments === undefined || !isServiceError(error, 'node_unavailable')) throw error
    return { value: await fromStore(), isStored: true }
  }
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
