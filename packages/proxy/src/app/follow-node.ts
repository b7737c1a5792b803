/**
 * Keeps the routes as the node tells them. While the node is away the last known routes stay: sandboxes live on without
 * it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@cay/kit/log.ts'
import { bounds } from '../bounds.ts'
import type { Node } from '../ports.ts'
import type { Routes } from './routes.ts'

export interface FollowDeps {
  readonly node: Node
  readonly routes: Routes
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
async function followOnce({ node, routes, log }: FollowDeps, signal: AbortSignal): Promise<boolean> {
  let hasTold = false
  try {
    routes.beginEpoch()
    for await (const event of node.watch(signal)) {
      if (!hasTold) log.info({ sandboxes: routes.sandboxCount }, 'following the node')
      hasTold = true
      routes.learn(event)
    }
    // In order: it stops, and will be there again. Not being able to reach it is told elsewhere.
    log.info('the node ended its stream')
  } catch (error) {
    if (!signal.aborted) log[hasTold ? 'warn' : 'debug']({ err: error }, 'the node cannot be followed')
  }
  return hasTold
}
