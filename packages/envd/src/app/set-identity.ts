/**
 * Makes the sandbox who the node says it is. Idempotent; a call that is older than the last one changes nothing. What
 * belongs to the image or outlives an identity (default user, working directory, resources, variables, certificates) stays
 * as it is where the call does not name it. Processes that run keep the environment that they were started with.
 */

import type { LogText } from '@cay/core/logs/entry.ts'
import { userProcessesMax } from '@cay/core/process/process-bound.ts'
import type { HostIdentity, ProcessorLimit, ProcMount, TrustStore } from '../ports.ts'
import type { GuestLog } from './guest-log.ts'
import type { ResumableStreams } from './resumable-streams.ts'
import { type Resources, type SandboxIdentity, type SandboxState, systemVariables } from './sandbox-state.ts'

export interface SetIdentityDeps {
  readonly state: SandboxState
  readonly hostIdentity: HostIdentity
  readonly log: GuestLog
  readonly streams: ResumableStreams
  readonly trustStore: TrustStore
  readonly procMount: ProcMount
  readonly processorLimit: ProcessorLimit
}

/** An identity as a call names it. */
export type NamedIdentity = Omit<SandboxIdentity, 'envVars' | 'caBundle'> &
  Partial<Pick<SandboxIdentity, 'envVars' | 'caBundle'>>

/** `outdated`: the call was older than the last one. */
export type IdentityChange = 'outdated' | 'same sandbox' | 'other sandbox'

export function setIdentity(
  { state, hostIdentity, log, streams, trustStore, procMount, processorLimit }: SetIdentityDeps,
  next: NamedIdentity,
): IdentityChange {
  const before = state.identity
  if (next.timestampMs < before.timestampMs) return 'outdated'
  state.identity = {
    ...next,
    controlToken: next.controlToken ?? before.controlToken,
    defaultUser: next.defaultUser ?? before.defaultUser,
    defaultWorkdir: next.defaultWorkdir || before.defaultWorkdir,
    resources: next.resources ?? before.resources,
    envVars: next.envVars ?? before.envVars,
    caBundle: next.caBundle ?? before.caBundle,
  }
  if (next.resources !== undefined) hostIdentity.limitProcesses(userProcessesMax(next.resources))
  if (next.hostname !== '') hostIdentity.setHostname(next.hostname)
  if (next.sandboxId !== '') hostIdentity.setMachineId(next.sandboxId)
  if (next.sandboxId !== before.sandboxId) {
    log.clear()
    streams.dropAll()
  }
  const trouble = procMount.dropCache()
  if (trouble !== undefined) log.add(procCacheEntry(trouble))
  limitProcessors(processorLimit, state.identity.resources, log)
  if (next.caBundle !== undefined) trustStore.trust(next.caBundle)
  hostIdentity.claimHelperAddress()
  hostIdentity.publishVariables(systemVariables(state.identity))
  return next.sandboxId === before.sandboxId ? 'same sandbox' : 'other sandbox'
}

/** After /proc may have been mounted anew, and whether or not the call names resources: what is mounted below went with it. */
function limitProcessors(limit: ProcessorLimit, resources: Resources | undefined, log: GuestLog): void {
  if (resources === undefined) return
  const trouble = limit.limit(resources.cpuCount)
  if (trouble === undefined) return
  const message = `programs may see more processors than the sandbox has: ${trouble}`
  log.add({ level: 'warn', message, fields: { logger: 'envd' } })
}

function procCacheEntry(reason: string): LogText {
  const message = `/proc was not mounted anew, so pauses and resumes take longer: ${reason}`
  return { level: 'warn', message, fields: { logger: 'envd' } }
}
