/**
 * Sandboxes of builds. The verbs of the node create and end them, so they have the limits, network slots and egress rules of
 * every other sandbox. Their ids begin with a "b", and only their build knows them.
 */

import { mkdir, rm } from 'node:fs/promises'
import { envdVersion } from '@cay/contract/names.ts'
import type { EgressLists } from '@cay/core/egress/lists.ts'
import { isServiceError } from '@cay/core/errors.ts'
import { idBytes, isBuildSandboxId, makeBuildSandboxId } from '@cay/core/ids.ts'
import { plainLifecycle } from '@cay/core/sandbox/lifecycle.ts'
import { type Ingress, openIngress, partyOf } from '../../ports/record.ts'
import type {
  BuildGuestAccess,
  BuildGuestClient,
  BuildSandboxes,
  SandboxOptions,
} from '../../ports/template-build.ts'
import { type MakeContainerContext, makeContainer } from '../container/make-container.ts'
import { type ClosableGuest, checkAlive, type WarmGuest, warmUp } from '../container/warm-up.ts'
import { ensureAwake, type WakeContext } from '../idle/wake-sandbox.ts'
import { type AdmitContext, withAdmission } from '../node/admit.ts'
import type { NodeContext } from '../node/node-context.ts'
import { acknowledgeEnded } from '../sandbox/acknowledge-ended.ts'
import { type ClaimContext, claimContainer } from '../sandbox/claim-container.ts'
import { type EndContext, endSandbox } from '../sandbox/end-sandbox.ts'
import type { LiveRecord } from '../sandbox/sandbox-registry.ts'
import { type SaveMemoryContext, saveMemory } from '../snapshot/save-memory.ts'

export type BuildSandboxContext = AdmitContext &
  ClaimContext &
  EndContext &
  MakeContainerContext &
  SaveMemoryContext &
  WakeContext &
  Pick<NodeContext, 'captures' | 'pool'>

const tokenBytes = 32

/** Allows everything but private ranges, which are denied to every sandbox. */
const openLists: EgressLists = { allowOut: [], denyOut: [] }

/** How the daemons of these sandboxes are reached. */
export interface GuestClients {
  openGuest(access: BuildGuestAccess): BuildGuestClient
  /** A client like the official ones. */
  openClient(address: string, tokens: Pick<BuildGuestAccess, 'accessToken' | 'controlToken'>): ClosableGuest
  /** Absolute path of the program that executes steps. */
  stepProgram(): Promise<string>
}

export function nodeSandboxes(node: BuildSandboxContext, clients: GuestClients): BuildSandboxes {
  return {
    async open(options) {
      const stepProgram = await clients.stepProgram()
      const record = await openSandbox(node, options)
      const { claim, controlToken, container } = record
      const guest = clients.openGuest({
        address: container.slot.address,
        accessToken: claim.accessToken ?? '',
        controlToken,
        rootfs: container.rootfs,
        diskSizeMb: container.resources.diskSizeMb,
        stepProgram,
      })
      return { controlToken, ...control(node, record, { guest, clients }) }
    },
    async check(options) {
      const record = await openSandbox(node, options)
      try {
        await withClient(clients, record, (client) => checkAlive(client, options.defaults?.user ?? 'root'))
      } finally {
        await closeSandbox(node, record)
      }
    },
  }
}

async function withClient(
  clients: Pick<GuestClients, 'openClient'>,
  { container, claim, controlToken }: LiveRecord,
  task: (client: WarmGuest) => Promise<void>,
): Promise<void> {
  const tokens = { accessToken: claim.accessToken ?? '', controlToken }
  const client = clients.openClient(container.slot.address, tokens)
  try {
    await task(client)
  } finally {
    client.close()
  }
}

function control(
  node: BuildSandboxContext,
  record: LiveRecord,
  { guest, clients }: { readonly guest: BuildGuestClient; readonly clients: GuestClients },
) {
  const { claim, controlToken, container } = record
  return {
    guest,
    async warmUp(user: string) {
      await withClient(clients, record, async (client) => {
        await warmUp(client, user)
        await node.daemon.trimMemory(container.slot.address, controlToken)
      })
    },
    async save(directory: string) {
      guest.close()
      await node.queue.run(claim.sandboxId, (preempted) => {
        const save = async () => {
          // Between two steps it may have been frozen because it was idle: the runtime cannot checkpoint it then.
          await ensureAwake(node, claim.sandboxId)
          node.registry.put(record, 'capturing')
          try {
            await saveMemory(node, record, () => emptyDirectory(directory), preempted)
          } finally {
            node.registry.put(record)
          }
        }
        return node.captures.run(partyOf(claim), save, preempted)
      })
    },
    async close() {
      guest.close()
      await closeSandbox(node, record)
    },
  }
}

async function emptyDirectory(directory: string): Promise<string> {
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true, mode: 0o700 })
  return directory
}

async function openSandbox(node: BuildSandboxContext, options: SandboxOptions): Promise<LiveRecord> {
  const { templateId, buildId, rootfs, resources, saved, defaults, timeoutSeconds } = options
  const sandboxId = makeBuildSandboxId(Buffer.from(node.host.randomHex(idBytes), 'hex'))
  return await node.queue.run(sandboxId, () =>
    withAdmission(node, sandboxId, async () => {
      const origin = { templateId, buildId, envdVersion, rootfs, resources }
      const container = await obtain(node, origin, saved)
      const currentControlToken = container.controlToken ?? saved?.controlToken
      const accessToken = node.host.randomHex(tokenBytes)
      const record = await claimContainer(node, container, {
        claim: {
          sandboxId,
          egress: openLists,
          ingress: closedIngress(node),
          lifecycle: plainLifecycle,
          envVars: {},
          accessToken,
        },
        timeoutSeconds,
        controlToken: node.host.randomHex(tokenBytes),
        ...(currentControlToken === undefined ? {} : { currentControlToken }),
        ...(defaults === undefined ? {} : { defaults }),
      })
      node.registry.put(record)
      return record
    }),
  )
}

type Origin = Omit<SandboxOptions, 'saved' | 'defaults' | 'timeoutSeconds'> & { readonly envdVersion: string }

/** A pooled container, or a new one. */
async function obtain(node: BuildSandboxContext, origin: Origin, saved: SandboxOptions['saved']) {
  const pooled = saved?.poolOf === undefined ? undefined : await node.pool.take(saved.poolOf)
  node.pool.fillSoon()
  if (pooled === undefined)
    return await makeContainer(
      node,
      saved === undefined ? origin : { ...origin, checkpoint: saved.checkpoint },
    )
  const { templateId, buildId } = origin
  return { ...pooled, templateId, buildId }
}

/** Denies all requests through the proxy. */
function closedIngress(node: BuildSandboxContext): Ingress {
  return { ...openIngress, trafficToken: node.host.randomHex(tokenBytes) }
}

async function closeSandbox(node: BuildSandboxContext, { claim }: LiveRecord): Promise<void> {
  const { sandboxId } = claim
  try {
    await endSandbox(node, sandboxId, 'killed')
  } catch (error) {
    // It has died, or its timeout has passed.
    if (!isServiceError(error, 'sandbox_not_found')) throw error
  }
  await acknowledgeEnded(node, [sandboxId])
}

/** Ends the sandboxes that builds of an earlier run have left: a build ends with its run of the node. */
export async function endBuildSandboxes(node: BuildSandboxContext): Promise<void> {
  for (const record of node.registry.liveRecords().filter(({ claim }) => isBuildSandboxId(claim.sandboxId)))
    await closeSandbox(node, record)
  const ended = node.registry
    .views()
    .flatMap((view) => (view.phase === 'ended' ? [view.ended.claim.sandboxId] : []))
  await acknowledgeEnded(node, ended.filter(isBuildSandboxId))
}
