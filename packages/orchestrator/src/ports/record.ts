/** What the node remembers of its sandboxes over its own restarts. */

import type { EgressLists } from '@cay/core/egress/lists.ts'
import type { Lifecycle } from '@cay/core/sandbox/lifecycle.ts'
import type { EndReason } from '@cay/core/sandbox/state.ts'
import type { ProcessIdentity } from '@cay/kit/host/process-identity.ts'
import type { Container, PreallocatedSlot, Resources } from './container.ts'
import type { GuestDefaults } from './template.ts'

/** How requests reach the sandbox's ports, in the caller's words: for the proxy. */
export interface Ingress {
  /** Empty: anybody may come. */
  readonly trafficToken: string
  /** Empty: the one that the client named. */
  readonly maskRequestHost: string
  readonly httpsPorts: readonly number[]
}

export const openIngress: Ingress = { trafficToken: '', maskRequestHost: '', httpsPorts: [] }

/** What makes a container a sandbox; it outlives the container when the sandbox is paused. */
export interface Claim {
  readonly sandboxId: string
  readonly startedAtMs: number
  readonly endAtMs: number
  readonly egress: EgressLists
  readonly ingress: Ingress
  readonly lifecycle: Lifecycle
  readonly envVars: Readonly<Record<string, string>>
  /** Absent: envd asks clients for no token. */
  readonly accessToken?: string
}

/** A sandbox that lives in a snapshot. Its `endAtMs` is when it was paused. */
export interface PausedSandbox {
  readonly claim: Claim
  readonly templateId: string
  readonly buildId: string
  readonly envdVersion: string
  readonly resources: Resources
  readonly snapshotId: string
  readonly filesOnly: boolean
  /** The container that still has it in memory, frozen, as long as there is room for it. */
  readonly frozenContainerId?: string
}

/** A container as the node remembers it over its own restarts. Written before the container's parts are made. */
export interface ContainerRecord {
  readonly container: Container
  readonly templateId: string
  readonly buildId: string
  readonly envdVersion: string
  /** Those of its template. */
  readonly defaults?: GuestDefaults
  /** Absent until the container runs. */
  readonly process?: ProcessIdentity
  /** What envd asks of the node; absent until a sandbox was made of the container. */
  readonly controlToken?: string
  /** Absent while the container waits in the pool. */
  readonly claim?: Claim
}

export interface EndedSandbox {
  readonly claim: Claim
  readonly templateId: string
  readonly buildId: string
  readonly resources: Resources
  readonly reason: EndReason
  readonly endedAtMs: number
}

export interface Records {
  /** Makes the container's directory. */
  open(preallocated: PreallocatedSlot): Promise<void>
  write(record: ContainerRecord): Promise<void>
  /** Also removes everything in the container's directory. */
  remove(containerId: string): Promise<void>
  /** What can be read, and the ids of directories without a readable record. */
  list(): Promise<{ records: ContainerRecord[]; unreadable: string[] }>
  /** Throws ServiceError `disk_full`. */
  writeEnded(ended: EndedSandbox): Promise<void>
  removeEnded(sandboxId: string): Promise<void>
  listEnded(): Promise<EndedSandbox[]>
  /** Outlasts a power cut. Throws ServiceError `disk_full`. */
  writePaused(paused: PausedSandbox): Promise<void>
  /** No error when there is none. */
  removePaused(sandboxId: string): Promise<void>
  /** What can be read, and the ids of those that cannot. */
  listPaused(): Promise<{ paused: PausedSandbox[]; unreadable: string[] }>
  /** What was removed before stays removed, also after a power cut. */
  settlePaused(): Promise<void>
}
