/**
 * Makes the sandbox who the node says it is. Idempotent; a call that is older than the last one changes nothing. What
 * belongs to the image or outlives an identity (default user, working directory, resources, variables, certificates) stays
 * as it is where the call does not name it. Processes that run keep the environment that they were started with.
 */

import { isDeepStrictEqual } from 'node:util'
import { guestVariables } from '@cay/contract/names.ts'
import { userProcessesMax } from '@cay/core/process/process-bound.ts'
import type { HostIdentity, ProcessorLimit, TrustStore } from '../ports/identity.ts'
import type { GuestLog } from './guest-log.ts'
import type { ResumableStreams } from './resumable-streams.ts'
import { type Resources, type SandboxIdentity, type SandboxState, systemVariables } from './sandbox-state.ts'

export interface AdoptIdentityDeps {
  readonly state: SandboxState
  readonly log: GuestLog
  readonly streams: ResumableStreams
}

export interface ShowIdentityDeps {
  readonly state: SandboxState
  readonly hostIdentity: HostIdentity
  readonly log: GuestLog
  readonly trustStore: TrustStore
  readonly processorLimit: ProcessorLimit
}

/** An identity as a call names it. */
export type NamedIdentity = Omit<SandboxIdentity, 'envVars' | 'caBundle'> &
  Partial<Pick<SandboxIdentity, 'envVars' | 'caBundle'>>

export interface IdentityChange {
  readonly before: SandboxIdentity
  readonly named: NamedIdentity
  /** False: the sandbox has run on since it was told `before`, so what belongs to no identity is as it was left. */
  readonly isRestored: boolean
}

export function isOtherSandbox({ before, named }: IdentityChange): boolean {
  return named.sandboxId !== before.sandboxId
}

/** What callers are answered by from now on. Undefined: the call is older than the last one, and nothing was changed. */
export function adoptIdentity(
  { state, log, streams }: AdoptIdentityDeps,
  named: NamedIdentity,
  isRestored: boolean,
): IdentityChange | undefined {
  const before = state.identity
  if (named.timestampMs < before.timestampMs) return undefined
  state.identity = {
    ...named,
    controlToken: named.controlToken ?? before.controlToken,
    defaultUser: named.defaultUser ?? before.defaultUser,
    defaultWorkdir: named.defaultWorkdir || before.defaultWorkdir,
    resources: named.resources ?? before.resources,
    envVars: named.envVars ?? before.envVars,
    caBundle: named.caBundle ?? before.caBundle,
  }
  // Who was nobody yet has nothing that was left.
  const change = { before, named, isRestored: isRestored || before.sandboxId === '' }
  if (isOtherSandbox(change)) {
    log.clear()
    streams.dropAll()
  }
  return change
}

/** What processes that are started from now on find. It waits for nothing, so no other request is handled before its end. */
export function showIdentity(
  { state, hostIdentity, log, trustStore, processorLimit }: ShowIdentityDeps,
  { before, named, isRestored }: IdentityChange,
): void {
  const { identity } = state
  if (named.resources !== undefined) hostIdentity.limitProcesses(userProcessesMax(named.resources))
  if (named.hostname !== '') hostIdentity.setHostname(named.hostname)
  if (named.sandboxId !== '') hostIdentity.setMachineId(named.sandboxId)
  if (isRestored || !isDeepStrictEqual(identity.resources, before.resources))
    limitProcessors(processorLimit, identity.resources, log)
  if (named.caBundle !== undefined && (isRestored || !isDeepStrictEqual(named.caBundle, before.caBundle)))
    trustStore.trust(named.caBundle)
  if (isRestored) hostIdentity.claimHelperAddress()
  const variables = allVariables(identity)
  hostIdentity.publishVariables(isRestored ? variables : withoutSame(variables, allVariables(before)))
}

type MaybeVariables = Readonly<Record<string, string | undefined>>

/** Undefined: the sandbox has none of that name. */
function allVariables(identity: SandboxIdentity): MaybeVariables {
  const variables = systemVariables(identity)
  return Object.fromEntries(Object.values(guestVariables).map((name) => [name, variables[name]]))
}

function withoutSame(variables: MaybeVariables, before: MaybeVariables): MaybeVariables {
  return Object.fromEntries(Object.entries(variables).filter(([name, value]) => value !== before[name]))
}

/** Whether or not the call names resources: the mount may have gone with a mount of /proc that was replaced. */
function limitProcessors(limit: ProcessorLimit, resources: Resources | undefined, log: GuestLog): void {
  if (resources === undefined) return
  const trouble = limit.limit(resources.cpuCount)
  if (trouble === undefined) return
  const message = `failed to limit the processors that programs see: ${trouble}`
  log.add({ level: 'warn', message, fields: { logger: 'envd' } })
}
