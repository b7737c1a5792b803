/**
 * Pulls images, each in a network slot of its own behind the egress gateway, so that closed ranges are denied whatever a
 * registry refers to. What a killed node leaves is orphaned, and the next start removes it.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import type { ExemptDestination } from '@cay/core/egress/exempt-destination.ts'
import { parseAddress } from '@cay/core/egress/ipv4.ts'
import { idBytes, makePullId } from '@cay/core/ids.ts'
import { abortable } from '@cay/kit/flow/abortable.ts'
import { Semaphore } from '@cay/kit/flow/semaphore.ts'
import { settleAll } from '@cay/kit/flow/settle-all.ts'
import { UndoStack } from '@cay/kit/flow/undo-stack.ts'
import { resolveOperatorName } from '@cay/kit/host/resolve-names.ts'
import type { Logger } from '@cay/kit/log.ts'
import { toolPaths } from '../../dialect/template-build/confined-tool.ts'
import type { RegistryRules } from '../../dialect/template-build/image-tool.ts'
import { type HostAndPort, operatorDestinations } from '../../dialect/template-build/operator-registries.ts'
import type { NetworkSlots } from '../../ports/container.ts'
import type { EgressClient, PullRegistry } from '../../ports/egress.ts'
import type { Host } from '../../ports/host.ts'
import type { PullTool, PullTools } from '../../ports/template-build.ts'
import { confineTool } from './confined-tool.ts'

export interface SlotPullToolsOptions {
  readonly slots: NetworkSlots
  readonly egressClient: Pick<EgressClient, 'awaitGeneration'>
  readonly host: Pick<Host, 'randomHex'>
  readonly pulls: PullRegistry
  readonly log: Logger
  readonly rules: RegistryRules
  /** Emptied at the start of the node. */
  readonly scratch: string
}

/** Maximum number of concurrent pulls, for which slots are left beside sandboxes and the pool. */
const pullsAtOnceMax = 16

export function slotPullTools(options: SlotPullToolsOptions): PullTools {
  const places = new Semaphore(pullsAtOnceMax)
  return {
    use: (registry, task, signal) =>
      places.run(async () => {
        const undo = new UndoStack()
        try {
          return await task(await openTool(options, registry, { undo, signal }))
        } finally {
          for (const { name, error } of await undo.unwind())
            options.log.error(
              { event: 'image.pull.cleanup.failed', step: name, err: error },
              'failed to clean up after an image pull',
            )
        }
      }),
  }
}

interface Opening {
  readonly undo: UndoStack
  readonly signal: AbortSignal
}

async function openTool(
  { slots, egressClient, host, pulls, rules, scratch }: SlotPullToolsOptions,
  registry: string,
  { undo, signal }: Opening,
): Promise<PullTool> {
  signal.throwIfAborted()
  const exempt = await abortable(resolveAll(operatorDestinations(registry, rules)), signal)
  const directory = `${scratch}/pull-${randomUUID()}`
  undo.push('directory', () => rm(directory, { recursive: true, force: true }))
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const slot = await slots.acquire({ hasLoopback: false })
  undo.push('network slot', () => slots.release(slot))
  const pullId = makePullId(Buffer.from(host.randomHex(idBytes), 'hex'))
  const pull = { pullId, address: slot.address, exempt }
  undo.push('egress', () => pulls.endPull(pull))
  const { generation } = pulls.beginPull(pull)
  const confining = confineTool(directory, slot)
  await settleAll([confining, egressClient.awaitGeneration(pullId, generation)])
  const tool = await confining
  return { ...tool, ...toolPaths, workOutside: `${directory}${toolPaths.work}` }
}

/** Excludes names that do not resolve: such a registry cannot be reached. */
async function resolveAll(destinations: readonly HostAndPort[]): Promise<ExemptDestination[]> {
  const all = await Promise.all(
    destinations.map(async (one) => ({ ...one, addresses: await addressesOf(one.host) })),
  )
  return all.filter(({ addresses }) => addresses.length > 0)
}

/** The hosts are those of the operator's settings, whatever registry a build names. */
async function addressesOf(host: string): Promise<readonly string[]> {
  if (parseAddress(host) !== undefined) return [host]
  return await resolveOperatorName(host).catch(() => [])
}
