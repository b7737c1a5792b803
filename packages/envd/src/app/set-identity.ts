/**
 * Makes the sandbox who the node says it is. Idempotent; a call that is older than the last one changes nothing. An
 * empty default user or working directory keeps the one there is.
 */

import type { HostIdentity } from '../ports.ts'
import type { GuestLog } from './guest-log.ts'
import type { ResumableStreams } from './resumable-streams.ts'
import { type SandboxIdentity, type SandboxState, systemVariables } from './sandbox-state.ts'

export interface SetIdentityDeps {
  readonly state: SandboxState
  readonly hostIdentity: HostIdentity
  readonly log: GuestLog
  readonly streams: ResumableStreams
}

export function setIdentity(
  { state, hostIdentity, log, streams }: SetIdentityDeps,
  next: SandboxIdentity,
): void {
  const before = state.identity
  if (next.timestampMs < before.timestampMs) return
  state.identity = {
    ...next,
    controlToken: next.controlToken ?? before.controlToken,
    defaultUser: next.defaultUser ?? before.defaultUser,
    defaultWorkdir: next.defaultWorkdir || before.defaultWorkdir,
    resources: next.resources ?? before.resources,
  }
  if (next.hostname !== '') hostIdentity.setHostname(next.hostname)
  if (next.sandboxId !== '') hostIdentity.setMachineId(next.sandboxId)
  if (next.sandboxId !== before.sandboxId) {
    log.clear()
    streams.dropAll()
  }
  hostIdentity.claimHelperAddress()
  hostIdentity.publishVariables(systemVariables(state.identity))
}
