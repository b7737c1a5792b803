/**
 * Keeps the sandboxes as the node tells them. While the node is away the last known ones stay: sandboxes live on without
 * it, under the policies they had.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@cay/kit/log.ts'
import { bounds } from '../bounds.ts'
import type { Node } from '../ports.ts'
import type { Sandboxes } from './sandboxes.ts'

export interface FollowDeps {
  readonly node: Node
  readonly sandboxes: Sandboxes
  readonly log: Logger
}

/** Ends only when `signal` is aborted. */
export async function followNode(deps: FollowDeps, signal: AbortSignal): Promise<void> {
  let waitMs: number = bounds.reconnectMsMin
  while (!signal.aborted) {
    if (await followOnce(deps, signal)) waitMs = bounds.reconnectMsMin
    // Being aborted while waiting is how this ends.
    await sleep(waitMs, undefined, { signal }).catch(() => undefined)
    waitMs = Math.min(waitMs * 2, bounds.reconnectMsMax)
  }
}

/** True when the node told something before the stream broke. */
async function followOnce({ node, sandboxes, log }: FollowDeps, signal: AbortSignal): Promise<boolean> {
  let hasTold = false
  try {
    for await (const event of node.watch(signal)) {
      sandboxes.learn(event)
      if (!hasTold) log.info('following the node')
      hasTold = true
    }
    // In order: it stops, and will be there again. Not being able to reach it is told elsewhere.
    log.info('the node ended its stream')
  } catch (error) {
    if (!signal.aborted) log[hasTold ? 'warn' : 'debug']({ err: error }, 'the node cannot be followed')
  }
  return hasTold
}
