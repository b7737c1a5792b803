/**
 * Sets the identity of the sandbox as stated by the node. The operation is idempotent, and a call older than the last
 * one changes nothing. Values that belong to the image or outlive an identity (default user, working directory,
 * resources, variables, certificates) stay unchanged if the call does not name them. Running processes keep the
 * environment that they were started with.
 */

import { isDeepStrictEqual } from 'node:util'
import { guestVariables } from '@cay/contract/names.ts'
import { userProcessesMax } from '@cay/core/process/process-bound.ts'
import type { HostIdentity, ProcessorLimit, TrustStore } from '../../ports/identity.ts'
import type { GuestLog } from '../logs/guest-log.ts'
import type { ResumableStreams } from '../streams/resumable-streams.ts'
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

/** An identity as stated by a call, in which variables and certificates are optional. */
export type NamedIdentity = Omit<SandboxIdentity, 'envVars' | 'caBundle'> &
  Partial<Pick<SandboxIdentity, 'envVars' | 'caBundle'>>

export interface IdentityChange {
  readonly before: SandboxIdentity
  readonly named: NamedIdentity
  /**
   * False if the sandbox has run continuously since `before` was set; state that depends on no identity is then still
   * in place.
   */
  readonly isRestored: boolean
}

export function isOtherSandbox({ before, named }: IdentityChange): boolean {
  return named.sandboxId !== before.sandboxId
}

/**
 * Applies the part of the identity that callers are served by. Returns undefined if the call is older than the last
 * one and nothing was changed.
 */
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
  // A sandbox without an identity has no previous state to keep.
  const change = { before, named, isRestored: isRestored || before.sandboxId === '' }
  if (isOtherSandbox(change)) {
    log.clear()
    streams.dropAll()
  }
  return change
}

/** Applies what newly started processes see. It is synchronous, so no other request is handled before it ends. */
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

/** A variable is undefined if the sandbox has no value for it. */
function allVariables(identity: SandboxIdentity): MaybeVariables {
  const variables = systemVariables(identity)
  return Object.fromEntries(Object.values(guestVariables).map((name) => [name, variables[name]]))
}

function withoutSame(variables: MaybeVariables, before: MaybeVariables): MaybeVariables {
  return Object.fromEntries(Object.entries(variables).filter(([name, value]) => value !== before[name]))
}

/** This runs even if the call names no resources, because remounting /proc may have removed the bind mounts. */
function limitProcessors(limit: ProcessorLimit, resources: Resources | undefined, log: GuestLog): void {
  if (resources === undefined) return
  const trouble = limit.limit(resources.cpuCount)
  if (trouble === undefined) return
  const message = `failed to limit the processors that programs see: ${trouble}`
  log.add({ level: 'warn', message, fields: { logger: 'envd' } })
}
