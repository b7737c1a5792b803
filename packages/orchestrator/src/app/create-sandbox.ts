/** Makes a sandbox that can run a command, from the pool or by a restore, or leaves nothing behind. */

import { ServiceError } from '@cay/core/errors.ts'
import { decideAdmission } from '@cay/core/placement/admission.ts'
import type { ContainerRecord, EgressLists, TemplateBuild } from '../ports.ts'
import { makeContainer } from './make-container.ts'
import type { Node } from './node.ts'
import { removeContainer } from './remove-container.ts'
import type { LiveRecord, SandboxView } from './sandbox-registry.ts'

export interface CreateSandbox {
  readonly sandboxId: string
  readonly templateId: string
  readonly buildId: string
  /** Counted from the moment the sandbox can run a command. */
  readonly timeoutSeconds: number
  readonly envVars: Readonly<Record<string, string>>
  /** Absent: envd asks for no token. */
  readonly accessToken?: string
  readonly egress: EgressLists
}

export interface CreatedSandbox {
  readonly view: SandboxView
  readonly envdVersion: string
  readonly source: 'pool' | 'restore'
}

const controlTokenBytes = 32

export function createSandbox(node: Node, wanted: CreateSandbox): Promise<CreatedSandbox> {
  return node.queue.run(wanted.sandboxId, async () => {
    if (node.registry.find(wanted.sandboxId) !== undefined) {
      throw new ServiceError('already_exists', `sandbox "${wanted.sandboxId}" already exists`)
    }
    const build = await findBuild(node, wanted)
    await admit(node, wanted.sandboxId)
    try {
      return await make(node, build, wanted)
    } finally {
      node.starting.delete(wanted.sandboxId)
      node.pool.fillSoon()
    }
  })
}

async function make(node: Node, build: TemplateBuild, wanted: CreateSandbox): Promise<CreatedSandbox> {
  const { record, source } = await obtain(node, build, wanted)
  const view = node.registry.put(record)
  node.log.info({ sandboxID: wanted.sandboxId, containerID: record.container.id, source }, 'sandbox created')
  return { view, envdVersion: build.envdVersion, source }
}

async function findBuild(node: Node, wanted: CreateSandbox): Promise<TemplateBuild> {
  const builds = await node.templates.list()
  const build = builds.find((one) => one.templateId === wanted.templateId && one.buildId === wanted.buildId)
  if (build === undefined)
    throw new ServiceError('template_not_found', `the node has no build "${wanted.buildId}"`)
  return build
}

/** Takes a place that the caller gives back; between the decision and the taking nothing else runs. */
async function admit(node: Node, sandboxId: string): Promise<void> {
  const room = await node.host.room()
  const sandboxes = node.registry.size + node.starting.size
  const admission = decideAdmission({ ...room, sandboxes }, node.bounds)
  if (admission.kind === 'refused') throw new ServiceError('no_capacity', admission.reason)
  node.starting.add(sandboxId)
}

/** A pooled container that fails is given up for a fresh one: the caller must not pay for what died while waiting. */
async function obtain(node: Node, build: TemplateBuild, wanted: CreateSandbox) {
  const pooled = node.pool.take(build.buildId)
  if (pooled !== undefined) {
    try {
      return { record: await claim(node, pooled, wanted), source: 'pool' as const }
    } catch (error) {
      node.log.warn({ containerID: pooled.container.id, err: error }, 'a pooled container was unusable')
    }
  }
  return { record: await claim(node, await makeContainer(node, build), wanted), source: 'restore' as const }
}

async function claim(node: Node, record: ContainerRecord, wanted: CreateSandbox): Promise<LiveRecord> {
  try {
    // Before anybody can run a command in it.
    await node.packetRules.set(record.container.slot.address, wanted.egress)
    const controlToken = node.host.randomHex(controlTokenBytes)
    await node.daemon.init(record.container.slot.address, {
      sandboxId: wanted.sandboxId,
      templateId: wanted.templateId,
      hostname: wanted.sandboxId,
      ...(wanted.accessToken === undefined ? {} : { accessToken: wanted.accessToken }),
      controlToken,
      envVars: wanted.envVars,
      resources: record.container.resources,
      timestampMs: node.clock.nowMs(),
    })
    const startedAtMs = node.clock.nowMs()
    const endAtMs = startedAtMs + wanted.timeoutSeconds * 1000
    const { sandboxId, egress } = wanted
    const live = { ...record, controlToken, claim: { sandboxId, startedAtMs, endAtMs, egress } }
    await node.records.write(live)
    return live
  } catch (error) {
    await removeContainer(node, record).catch((failure: unknown) =>
      node.log.error({ err: failure }, 'undo failed'),
    )
    throw error
  }
}
