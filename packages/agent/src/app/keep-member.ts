/** Keeps the node a member: its certificates are renewed in time, and it knows the control processes that there are. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@cay/kit/log.ts'
import { backoffMs } from '../dialect/backoff.ts'
import type { Membership } from '../ports/membership.ts'
import type { IdentityStore, ReplicaStore } from '../ports/node-identity.ts'

/** How often control is asked for its processes. */
const pollEveryMs = 10_000

export interface MemberDeps {
  readonly membership: Membership
  readonly identity: IdentityStore
  readonly replicas: ReplicaStore
  /** Requests that are signed with the node's own keys. */
  readonly makeRequests: () => Promise<{ readonly agent: string; readonly proxy: string }>
  /** When the present certificates are to be renewed. */
  readonly renewAtMs: () => number
  readonly onReplicas: (replicas: readonly string[]) => void
  readonly nowMs: () => number
  readonly random: () => number
  readonly log: Logger
}

/** Runs until the signal is aborted. Never throws. */
export async function keepMember(deps: MemberDeps, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    let delayMs = pollEveryMs * (0.75 + deps.random() / 2)
    try {
      if (deps.nowMs() >= deps.renewAtMs()) await renew(deps)
      await findReplicas(deps)
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      const level = failures === 0 ? 'warn' : 'debug'
      deps.log[level](
        { event: 'membership.failed', err: error },
        'control does not answer the node; trying again',
      )
      delayMs = backoffMs(failures++, deps.random())
    }
    await sleep(delayMs, undefined, { signal }).catch(() => undefined)
  }
}

async function renew({ membership, identity, makeRequests, log }: MemberDeps): Promise<void> {
  await identity.replace(await membership.renew(await makeRequests()))
  log.info({ event: 'certificate.renewed' }, 'renewed the certificates of the node')
}

async function findReplicas({ membership, replicas, onReplicas }: MemberDeps): Promise<void> {
  const found = await membership.findReplicas()
  // With none of them the node could never be told of others.
  if (found.length === 0 || isSame(found, replicas.current)) return
  await replicas.replace(found)
  onReplicas(found)
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each))
}
