/**
 * Creates a sandbox that can run a command, from the pool, from the checkpoint of a template or from a snapshot. A failure
 * leaves nothing behind.
 */

import type { EgressLists } from '@cay/core/egress/lists.ts'
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import { decideEpoch, isSuperseded, staleEpoch } from '@cay/core/sandbox/epoch.ts'
import { type Lifecycle, plainLifecycle } from '@cay/core/sandbox/lifecycle.ts'
import { commandVariables } from '@cay/core/template/build-steps.ts'
import { secondsOfSleep } from '@cay/core/template/start-time.ts'
import { traced } from '@cay/kit/tracing.ts'
import type { GuestStart } from '../../ports/guest.ts'
import { type ContainerRecord, type Ingress, openIngress, partyOf } from '../../ports/record.ts'
import type { GuestDefaults, TemplateBuild } from '../../ports/template.ts'
import type { VolumeMount } from '../../ports/volume.ts'
import {
  type ContainerOptions,
  type MakeContainerContext,
  makeContainer,
} from '../container/make-container.ts'
import { removeContainer } from '../container/remove-container.ts'
import { type AdmitContext, withAdmission } from '../node/admit.ts'
import type { NodeContext } from '../node/node-context.ts'
import { volumesOfBoot, volumesOfRestore } from '../volume/container-volumes.ts'
import type { VolumeCheckpoints } from '../volume/volume-checkpoints.ts'
import { type ClaimContext, claimContainer } from './claim-container.ts'
import { preemptible } from './preempt.ts'
import { dropCopy, type ReleaseContext } from './release-sandbox.ts'
import type { LiveRecord, LiveView } from './sandbox-registry.ts'

export type CreateContext = AdmitContext &
  ClaimContext &
  MakeContainerContext &
  ReleaseContext &
  Pick<
    NodeContext,
    'creates' | 'foreignCheckpoints' | 'pool' | 'snapshots' | 'templates' | 'volumeCheckpoints'
  >

export interface CreateRequest {
  readonly sandboxId: string
  readonly templateId: string
  /** The id of a template's build, or of a snapshot. */
  readonly buildId: string
  /** Counted from the moment the sandbox can run a command. */
  readonly timeoutSeconds: number
  readonly envVars: Readonly<Record<string, string>>
  /** For a snapshot: keeps the variables that it holds, and ignores `envVars`. */
  readonly keepEnvVars?: boolean
  /** Absent: envd requires no token. */
  readonly accessToken?: string
  readonly egress: EgressLists
  /** Absent: open to anybody. */
  readonly ingress?: Ingress
  /** Absent: the sandbox ends at its timeout. */
  readonly lifecycle?: Lifecycle
  readonly volumeMounts?: readonly VolumeMount[]
  readonly epoch?: number
  /** Absent: it counts as a team of its own. */
  readonly teamId?: string
}

export interface CreatedSandbox {
  readonly view: LiveView
  readonly envdVersion: string
  readonly source: 'pool' | 'restore'
}

/** What a sandbox is created from. */
interface Origin {
  readonly options: ContainerOptions
  /** Ends the create, and fails it. */
  readonly preempted?: AbortSignal
  readonly envVars: Readonly<Record<string, string>>
  /** The control token of the sandbox that the checkpoint was taken of, if there was one. */
  readonly controlToken?: string
  /** The start command, when it is not alive in the checkpoint. */
  readonly start?: GuestStart
  /** Absent: the checkpoint holds them. */
  readonly defaults?: GuestDefaults
  /** Where the checkpoint of a build cannot be restored: where a second one of it is kept. */
  readonly second?: SecondCheckpoint
}

interface SecondCheckpoint {
  readonly build: TemplateBuild
  readonly kept: VolumeCheckpoints
}

const controlTokenBytes = 32
const inside = { kind: 'inside' } as const

export function createSandbox(node: CreateContext, request: CreateRequest): Promise<CreatedSandbox> {
  return node.queue.run(request.sandboxId, async (preempted) => {
    await vacate(node, request)
    const origin = await findOrigin(node, request)
    const options = { ...origin.options, signal: preempted }
    try {
      return await withAdmission(node, request.sandboxId, () =>
        preemptible(preempted, () =>
          node.creates.count(() => make(node, { ...origin, options, preempted }, request)),
        ),
      )
    } finally {
      node.pool.fillSoon()
      origin.second?.kept.makeSoon(origin.second.build)
    }
  })
}

/** A copy of an earlier placement gives way: nobody was told that it runs. */
async function vacate(node: CreateContext, { sandboxId, epoch = 0 }: CreateRequest): Promise<void> {
  const known = node.registry.epochOf(sandboxId)
  if (decideEpoch(known, epoch) === 'stale') throw staleEpoch(sandboxId, known, epoch)
  if (isSuperseded(known, epoch)) return await dropCopy(node, sandboxId)
  const hasEnded = epoch > 0 && known === epoch
  if (hasEnded || node.registry.view(sandboxId) !== undefined)
    throw new ServiceError('already_exists', `sandbox "${sandboxId}" already exists`)
}

async function make(node: CreateContext, origin: Origin, request: CreateRequest): Promise<CreatedSandbox> {
  const { record, source } = await obtain(node, origin, request)
  const view = node.registry.put(record)
  node.log.info(
    { event: 'sandbox.created', sandboxID: request.sandboxId, containerID: record.container.id, source },
    'sandbox created',
  )
  return { view, envdVersion: record.envdVersion, source }
}

async function findOrigin(node: CreateContext, request: CreateRequest): Promise<Origin> {
  const { templateId, buildId, envVars, volumeMounts } = request
  const build = await findBuild(node, request)
  if (build !== undefined && hasVolumes(request))
    return await secondOrigin({ build, kept: node.volumeCheckpoints }, request)
  if (build?.foreign !== undefined)
    return await secondOrigin({ build, kept: node.foreignCheckpoints }, request)
  if (build !== undefined) return { options: build, envVars, ...tokenOf(build), ...startOf(build) }
  if (!(await node.snapshots.has(buildId)))
    throw new ServiceError('template_not_found', `the node has no build "${buildId}"`)
  const snapshot = await node.snapshots.open(buildId)
  return {
    options: {
      ...{ ...snapshot, templateId, buildId, egress: request.egress },
      ...volumesOfRestore(snapshot.volumeCount, volumeMounts),
    },
    envVars: request.keepEnvVars === true ? snapshot.envVars : envVars,
    controlToken: snapshot.controlToken,
  }
}

const hasVolumes = ({ volumeMounts = [] }: CreateRequest) => volumeMounts.length > 0

/**
 * The checkpoint of a build is one of a container without volumes, and may be for another runtime or processor. Then a sandbox is
 * restored from another one, and booted from the files while that does not exist.
 */
async function secondOrigin(
  second: SecondCheckpoint,
  { envVars, volumeMounts }: CreateRequest,
): Promise<Origin> {
  const { build, kept } = second
  const { templateId, buildId, envdVersion, rootfs, resources, defaults } = build
  const known = defaults === undefined ? {} : { defaults }
  const checkpoint = await kept.find(build)
  return {
    options: {
      ...{ templateId, buildId, envdVersion, rootfs, resources, ...known },
      ...(checkpoint === undefined ? {} : { checkpoint }),
      ...volumesOfBoot(volumeMounts),
    },
    envVars,
    ...known,
    ...bootStartOf(build),
    second,
  }
}

/** No process of the build's checkpoint is there, so each start command is started. */
function bootStartOf({ made, starts }: TemplateBuild): { start?: GuestStart } {
  if (starts !== undefined)
    return {
      start: { command: starts.command, readyCommand: starts.ready, user: starts.user, variables: {} },
    }
  if (made === undefined || made.startCommand === '') return {}
  return startOf({ made: { ...made, startContext: made.startContext ?? made.context } })
}

/** A build that is in the object store and not here is fetched. */
async function findBuild(node: CreateContext, request: CreateRequest): Promise<TemplateBuild | undefined> {
  const find = async () => {
    const build = (await node.templates.list()).find((one) => isBuild(one, request))
    if (build !== undefined) node.templates.noteUse?.(build)
    return build
  }
  const here = await find()
  if (here !== undefined || node.templates.fetch === undefined) return here
  return (await node.templates.fetch(request.buildId)) ? await find() : undefined
}

/** A user's build was checkpointed as a sandbox, whose envd has a control token. */
function tokenOf({ made }: TemplateBuild): { controlToken?: string } {
  return made === undefined ? {} : { controlToken: made.controlToken }
}

function startOf({ made }: Pick<TemplateBuild, 'made'>): { start?: GuestStart } {
  if (made?.startContext === undefined) return {}
  const { startContext, startCommand, readyCommand } = made
  const { user, workdir } = startContext
  const ready = secondsOfSleep(readyCommand) === undefined ? readyCommand : ''
  const variables = commandVariables(startContext)
  return { start: { command: startCommand, readyCommand: ready, user, workdir, variables } }
}

function isBuild(build: TemplateBuild, { templateId, buildId }: CreateRequest): boolean {
  return build.templateId === templateId && build.buildId === buildId
}

/** A pooled container that fails is replaced by a fresh one: the caller must not suffer from what died in the pool. */
async function obtain(node: CreateContext, origin: Origin, request: CreateRequest) {
  const pooled = await node.pool.take(request.buildId, hasVolumes(request))
  if (pooled !== undefined) {
    try {
      const ready = await attachVolumes(node, pooled, request)
      return { record: await claim(node, ready, origin, request), source: 'pool' as const }
    } catch (error) {
      node.log.warn(
        { event: 'pool.container.unusable', containerID: pooled.container.id, err: error },
        'a pooled container is unusable; restoring another one',
      )
    }
  }
  const fresh = await traced('restore a container', inside, () =>
    restoreOrBoot(node, withParty(origin, request)),
  )
  return { record: await claim(node, fresh, origin, request), source: 'restore' as const }
}

function withParty(origin: Origin, request: CreateRequest): Origin {
  return { ...origin, options: { ...origin.options, party: partyOf(request) } }
}

/** Mounts the volumes in a pooled container, which was made without knowing them. Removes it on failure. */
async function attachVolumes(
  node: CreateContext,
  record: ContainerRecord,
  request: CreateRequest,
): Promise<ContainerRecord> {
  if (!hasVolumes(request)) return record
  const container = { ...record.container, ...volumesOfBoot(request.volumeMounts) }
  try {
    await traced('mount volumes', inside, () => node.runtime.attachVolumes(container))
    return { ...record, container }
  } catch (error) {
    await removeContainer(node, record).catch((failure: unknown) =>
      node.log.error({ event: 'undo.failed', err: failure }, 'failed to undo a step'),
    )
    throw error
  }
}

/** A second checkpoint that cannot be restored is given up: the files of the build are all that it was made of. */
async function restoreOrBoot(node: CreateContext, { options, second }: Origin): Promise<ContainerRecord> {
  const { checkpoint, ...booted } = options
  if (second === undefined || checkpoint === undefined) return await makeContainer(node, options)
  try {
    return await makeContainer(node, options)
  } catch (error) {
    if (isServiceError(error)) throw error
    await second.kept.discard(second.build, error)
    return await makeContainer(node, booted)
  }
}

type Fresh = Parameters<typeof claimContainer>[1]

function claim(
  node: CreateContext,
  record: Fresh,
  origin: Origin,
  request: CreateRequest,
): Promise<LiveRecord> {
  const { sandboxId, egress, ingress = openIngress, lifecycle = plainLifecycle, accessToken } = request
  const token = accessToken === undefined ? {} : { accessToken }
  // A pooled container has a placeholder identity; one of a snapshot has the identity of its sandbox.
  const currentControlToken = record.controlToken ?? origin.controlToken
  const { volumeMounts, epoch, teamId } = request
  const { defaults } = origin
  const placed = {
    ...(epoch === undefined ? {} : { epoch }),
    ...(teamId === undefined ? {} : { teamId }),
    ...(volumeMounts === undefined ? {} : { volumeMounts }),
  }
  const options = {
    claim: { sandboxId, egress, ingress, lifecycle, envVars: origin.envVars, ...token, ...placed },
    timeoutSeconds: request.timeoutSeconds,
    controlToken: node.host.randomHex(controlTokenBytes),
    isFromPool: record.controlToken !== undefined,
    ...(origin.preempted === undefined ? {} : { signal: origin.preempted }),
    ...(origin.start === undefined ? {} : { start: origin.start }),
    ...(defaults === undefined ? {} : { defaults }),
    ...(currentControlToken === undefined ? {} : { currentControlToken }),
  }
  return traced('give a container its identity', inside, () => claimContainer(node, record, options))
}
