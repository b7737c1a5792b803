/**
 * Sandboxes of builds: made and ended by the node's own verbs, so they have its limits, its slots and its gate as any other
 * sandbox has. Their ids begin with a "b": nobody but the build knows of them.
 */
import { mkdir, rm } from 'node:fs/promises'
import { envdVersion } from '@cay/contract/names.ts'
import type { EgressLists } from '@cay/core/egress/lists.ts'
import { isServiceError } from '@cay/core/errors.ts'
import { idBytes, isBuildSandboxId, makeBuildSandboxId } from '@cay/core/ids.ts'
import { plainLifecycle } from '@cay/core/sandbox/lifecycle.ts'
import { GuestClient } from '../../edge/sandbox/guest-client.ts'
import { HttpBuildGuest } from '../../edge/template-build/build-guest.ts'
import { type Ingress, openIngress } from '../../ports/record.ts'
import type { BuildSandboxes, SandboxOrder } from '../../ports/template-build.ts'
import { makeContainer } from '../container/make-container.ts'
import { checkAlive } from '../container/warm-up.ts'
import { ensureAwake } from '../idle/wake-sandbox.ts'
import { withPlace } from '../node/admit.ts'
import type { NodeContext } from '../node/node-context.ts'
import { acknowledgeEnded } from '../sandbox/acknowledge-ended.ts'
import { claimContainer } from '../sandbox/claim-container.ts'
import { endSandbox } from '../sandbox/end-sandbox.ts'
import type { LiveRecord } from '../sandbox/sandbox-registry.ts'
import { saveMemory } from '../snapshot/save-memory.ts'

const tokenBytes = 32

/** Everything but private ranges, which are closed to every sandbox. */
const openLists: EgressLists = { allowOut: [], denyOut: [] }

export function nodeSandboxes(node: NodeContext, stepProgram: () => Promise<string>): BuildSandboxes {
  return {
    async open(order) {
      const program = await stepProgram()
      const record = await openSandbox(node, order)
      return { ...control(node, record, program), controlToken: record.controlToken }
    },
    async check(order) {
      const record = await openSandbox(node, order)
      const client = new GuestClient(record.container.slot.address, record.claim.accessToken)
      try {
        await checkAlive(client, order.defaults?.user ?? 'root')
      } finally {
        client.close()
        await closeSandbox(node, record)
      }
    },
  }
}

function control(node: NodeContext, record: LiveRecord, stepProgram: string) {
  const { claim, controlToken, container } = record
  const access = {
    address: container.slot.address,
    accessToken: claim.accessToken ?? '',
    controlToken,
    rootfs: container.rootfs,
    stepProgram,
  }
  const guest = new HttpBuildGuest(access)
  return {
    guest,
    async save(directory: string) {
      guest.close()
      await node.queue.run(claim.sandboxId, () =>
        node.captures.run(async () => {
          // Between two steps it may have been idle for long enough to stand still: the runtime cannot save it then.
          await ensureAwake(node, claim.sandboxId)
          node.registry.put(record, 'capturing')
          try {
            await saveMemory(node, record, () => emptyDirectory(directory))
          } finally {
            node.registry.put(record)
          }
        }),
      )
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

async function openSandbox(node: NodeContext, order: SandboxOrder): Promise<LiveRecord> {
  const { templateId, buildId, rootfs, resources, saved, defaults, timeoutSeconds } = order
  const sandboxId = makeBuildSandboxId(Buffer.from(node.host.randomHex(idBytes), 'hex'))
  return await node.queue.run(sandboxId, () =>
    withPlace(node, sandboxId, async () => {
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

type Origin = Omit<SandboxOrder, 'saved' | 'defaults' | 'timeoutSeconds'> & { readonly envdVersion: string }

/** One that is ready already, as long as nobody else wants it, or a new one. */
async function obtain(node: NodeContext, origin: Origin, saved: SandboxOrder['saved']) {
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

/** Nobody comes through the proxy. */
function closedIngress(node: NodeContext): Ingress {
  return { ...openIngress, trafficToken: node.host.randomHex(tokenBytes) }
}

async function closeSandbox(node: NodeContext, { claim }: LiveRecord): Promise<void> {
  const { sandboxId } = claim
  try {
    await endSandbox(node, sandboxId, 'killed')
  } catch (error) {
    // It ended by itself, or its time was up.
    if (!isServiceError(error, 'sandbox_not_found')) throw error
  }
  await acknowledgeEnded(node, [sandboxId])
}

/** What builds of a node that is no more have left running: no build goes on without its node. */
export async function endBuildSandboxes(node: NodeContext): Promise<void> {
  for (const record of node.registry.liveRecords().filter(({ claim }) => isBuildSandboxId(claim.sandboxId)))
    await closeSandbox(node, record)
  const ended = node.registry
    .views()
    .flatMap((view) => (view.phase === 'ended' ? [view.ended.claim.sandboxId] : []))
  await acknowledgeEnded(node, ended.filter(isBuildSandboxId))
}
