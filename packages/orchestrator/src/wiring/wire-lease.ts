/** The lease of a node that has joined a cluster. On a single machine nothing of it is loaded. */
import { setTimeout as sleep } from 'node:timers/promises'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { bootTimeMs } from '@cay/kit/host/boot-time.ts'
import { Fence, fenceEveryMs } from '../app/lease/fence.ts'
import { LeaseRenewer } from '../app/lease/lease-renewer.ts'
import { NodeLease } from '../app/lease/node-lease.ts'
import { reportNode } from '../app/lease/report-node.ts'
import type { NodeContext } from '../app/node/node-context.ts'
import { type DetachContext, releaseVolumes } from '../app/volume/detach-volumes.ts'
import { openBootClock } from '../edge/lease/boot-clock.ts'
import { connectLease, type LeaseSender } from '../edge/lease/control-lease.ts'
import { leaseFileAt } from '../edge/lease/lease-file.ts'
import type { LeaseClient } from '../ports/lease.ts'

export async function openLease(dataDir: string): Promise<NodeLease> {
  const file = leaseFileAt(dataLayout(dataDir).nodeLeaseFile)
  return new NodeLease({ clock: await openBootClock(), file, kept: await file.read() })
}

export async function connectToControl(
  dataDir: string,
  sender: Omit<LeaseSender, 'bootId'>,
): Promise<LeaseClient> {
  const { bootId } = await openBootClock()
  return connectLease(dataLayout(dataDir).clusterSocket, { ...sender, bootId })
}

export interface LeaseParts {
  readonly lease: NodeLease
  readonly client: LeaseClient
  /** Sandboxes that are paused at once when the node is fenced. */
  readonly pausesMax: number
  /** Absent: no directory of volumes is shared. */
  readonly shared?: SharedParts | undefined
}

export interface SharedParts extends Pick<DetachContext, 'sharedVolumes' | 'stopServing'> {
  readonly directoryId: string
}

/** Call it when what an earlier run left was adopted: the fence may be due. Call the result to stop it. */
export function startLease(
  node: NodeContext,
  { lease, client, pausesMax, shared }: LeaseParts,
): () => Promise<void> {
  const release = shared === undefined ? {} : { releaseVolumes: () => releaseVolumes({ ...node, ...shared }) }
  const parts = { ...node, lease, ...release }
  const fence = new Fence(parts, pausesMax)
  fence.round()
  const timer = setInterval(() => fence.round(), fenceEveryMs)
  const stopped = new AbortController()
  const renewer = new LeaseRenewer({
    ...{ ...parts, leaseClient: client },
    report: () => reportNode(node, shared?.directoryId),
    sleep: async (ms) => void (await sleep(ms)),
  })
  const renewing = keepRenewing(renewer, stopped.signal)
  return async () => {
    clearInterval(timer)
    stopped.abort()
    await renewing
  }
}

async function keepRenewing(renewer: LeaseRenewer, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const beganAtMs = bootTimeMs()
    if ((await renewer.renew(signal)) === 'again') continue
    const waitMs = Math.max(0, beganAtMs + renewer.everyMs - bootTimeMs())
    // Rejects when it is stopped.
    await sleep(waitMs, undefined, { signal }).catch(() => undefined)
  }
}
