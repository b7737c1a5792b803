/** Turns a container in which envd responds into a sandbox, or removes the container. */
import type { GuestStart } from '../../ports/guest.ts'
import type { Claim, ContainerRecord } from '../../ports/record.ts'
import type { GuestDefaults } from '../../ports/template.ts'
import { type RemovalContext, removeContainer } from '../container/remove-container.ts'
import type { NodeContext } from '../node/node-context.ts'
import type { LiveRecord } from './sandbox-registry.ts'

export type ClaimContext = RemovalContext & Pick<NodeContext, 'clock' | 'daemon'>

export interface ClaimOptions {
  readonly claim: Omit<Claim, 'startedAtMs' | 'endAtMs'>
  /** Counted from the moment the sandbox can run a command. */
  readonly timeoutSeconds: number
  /** The control token that envd requires from now on. */
  readonly controlToken: string
  /** The one that it requires now. Absent for a container that no sandbox has used. */
  readonly currentControlToken?: string
  /** The container comes from the pool: it has run since its restore, with a placeholder identity. */
  readonly isFromPool?: boolean
  /** The defaults of commands that name no user or directory. Absent: they stay as they are. */
  readonly defaults?: GuestDefaults
  /** Absent: the start command is already running, or there is none. */
  readonly start?: GuestStart
  /** Ends the claim, and fails it. */
  readonly signal?: AbortSignal
}

export async function claimContainer(
  node: ClaimContext,
  record: ContainerRecord,
  options: ClaimOptions,
): Promise<LiveRecord> {
  try {
    // Before anybody can run a command in it.
    options.signal?.throwIfAborted()
    await node.packetRules.set(record.container.slot.address, options.claim.egress)
    const controlToken = await setIdentity(node, record, options)
    const startedAtMs = node.clock.nowMs()
    const endAtMs = startedAtMs + options.timeoutSeconds * 1000
    const live = {
      ...record,
      controlToken,
      claim: { ...options.claim, startedAtMs, endAtMs },
    }
    await node.records.write(live)
    return live
  } catch (error) {
    await removeContainer(node, record).catch((failure: unknown) =>
      node.log.error({ event: 'undo.failed', err: failure }, 'failed to undo a step'),
    )
    throw error
  }
}

async function setIdentity(
  node: ClaimContext,
  { container, templateId }: ContainerRecord,
  options: ClaimOptions,
): Promise<string> {
  const { claim, controlToken, currentControlToken } = options
  const identity = {
    sandboxId: claim.sandboxId,
    templateId,
    hostname: claim.sandboxId,
    ...(claim.accessToken === undefined ? {} : { accessToken: claim.accessToken }),
    controlToken,
    envVars: claim.envVars,
    ...(options.defaults === undefined ? {} : { defaultUser: options.defaults.user }),
    ...(options.defaults?.workdir === undefined ? {} : { defaultWorkdir: options.defaults.workdir }),
    resources: container.resources,
    timestampMs: node.clock.nowMs(),
    ...(options.isFromPool === true ? { restored: false as const } : {}),
    ...(options.start === undefined ? {} : { start: options.start }),
    ...(container.volumes === undefined
      ? {}
      : { volumePaths: (claim.volumeMounts ?? []).map(({ path }) => path) }),
  }
  return await node.daemon.init(container.slot.address, identity, currentControlToken, options.signal)
}
