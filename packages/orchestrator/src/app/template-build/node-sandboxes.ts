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
import { type PreemptContext, preempt, preemptible } from '../sandbox/preempt.ts'
import type { LiveRecord } from '../sandbox/sandbox-registry.ts'
import { type SaveMemoryContext, saveMemory } from '../snapshot/save-memory.ts'

export type BuildSandboxContext = AdmitContext &
  ClaimContext &
  EndContext &
  MakeContainerContext &
  PreemptContext &
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
  openClient(
    address: string,
    tokens: Pick<BuildGuestAccess, 'accessToken' | 'controlToken'>,
    signal: AbortSignal,
  ): ClosableGuest
  /** Absolute path of the program that executes steps. */
  stepProgram(): Promise<string>
}

export function nodeSandboxes(node: BuildSandboxContext, clients: GuestClients): BuildSandboxes {
  return {
    async open(options, signal) {
      const stepProgram = await clients.stepProgram()
      const record = await openSandbox(node, options, signal)
      const { claim, controlToken, container } = record
      const guest = clients.openGuest({
        address: container.slot.address,
        accessToken: claim.accessToken ?? '',
        controlToken,
        rootfs: container.rootfs,
        diskSizeMb: container.resources.diskSizeMb,
        stepProgram,
        signal,
      })
      return { controlToken, ...control(node, record, { guest, clients, signal }) }
    },
    async check(options, signal) {
      const record = await openSandbox(node, options, signal)
      try {
        const user = options.defaults?.user ?? 'root'
        await withClient({ clients, signal }, record, (client) => checkAlive(client, user))
      } finally {
        await closeSandbox(node, record)
      }
    },
  }
}

async function withClient(
  { clients, signal }: Pick<Control, 'clients' | 'signal'>,
  { container, claim, controlToken }: LiveRecord,
  task: (client: WarmGuest) => Promise<void>,
): Promise<void> {
  const tokens = { accessToken: claim.accessToken ?? '', controlToken }
  const client = clients.openClient(container.slot.address, tokens, signal)
  try {
    await task(client)
  } finally {
    client.close()
  }
}

interface Control {
  readonly guest: BuildGuestClient
  readonly clients: GuestClients
  readonly signal: AbortSignal
}

function control(node: BuildSandboxContext, record: LiveRecord, { guest, clients, signal }: Control) {
  const { claim, controlToken, container } = record
  return {
    guest,
    async warmUp(user: string) {
      await withClient({ clients, signal }, record, async (client) => {
        await warmUp(client, user)
        await node.daemon.trimMemory(container.slot.address, controlToken, signal)
      })
    },
    async save(directory: string) {
      guest.close()
      await inTurn(node, { sandboxId: claim.sandboxId, signal }, (preempted) => {
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

/** What is in progress gives way when the build is cancelled, as it does to a kill. */
async function inTurn<T>(
  node: BuildSandboxContext,
  { sandboxId, signal }: { readonly sandboxId: string; readonly signal: AbortSignal },
  task: (preempted: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const onAbort = () => preempt(node, { sandboxId })
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await node.queue.run(sandboxId, (preempted) => preemptible(preempted, () => task(preempted)))
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

async function openSandbox(
  node: BuildSandboxContext,
  options: SandboxOptions,
  signal: AbortSignal,
): Promise<LiveRecord> {
  const { templateId, buildId, rootfs, resources, saved, defaults, timeoutSeconds } = options
  const sandboxId = makeBuildSandboxId(Buffer.from(node.host.randomHex(idBytes), 'hex'))
  return await inTurn(node, { sandboxId, signal }, (preempted) =>
    withAdmission(node, sandboxId, async () => {
      const origin = { templateId, buildId, envdVersion, rootfs, resources, signal: preempted }
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
        signal: preempted,
        ...(currentControlToken === undefined ? {} : { currentControlToken }),
        ...(defaults === undefined ? {} : { defaults }),
      })
      node.registry.put(record)
      return record
    }),
  )
}

type Origin = Omit<SandboxOptions, 'saved' | 'defaults' | 'timeoutSeconds'> & {
  readonly envdVersion: string
  readonly signal: AbortSignal
}

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
