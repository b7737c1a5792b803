/** The records of sandboxes, which survive restarts of the node. */

import type { EgressLists } from '@cay/core/egress/lists.ts'
import type { Lifecycle } from '@cay/core/sandbox/lifecycle.ts'
import type { EndReason } from '@cay/core/sandbox/state.ts'
import type { ProcessIdentity } from '@cay/kit/host/process-identity.ts'
import type { Container, Engine, PreallocatedSlot, Resources } from './container.ts'
import type { GuestDefaults } from './template.ts'
import type { VolumeMount } from './volume.ts'

/** How the proxy forwards requests to the ports of a sandbox, as the caller configured it. */
export interface Ingress {
  /** Empty: no token is required. */
  readonly trafficToken: string
  /** Empty: the host of the request. */
  readonly maskRequestHost: string
  readonly httpsPorts: readonly number[]
}

export const openIngress: Ingress = { trafficToken: '', maskRequestHost: '', httpsPorts: [] }

/** The sandbox that a container belongs to. It outlives the container when the sandbox is paused. */
export interface Claim {
  readonly sandboxId: string
  /** Highest epoch of a command that was accepted for it. Absent: none was given. */
  readonly epoch?: number
  /** Absent: control did not say, or it is a build's. Then it counts as a team of its own. */
  readonly teamId?: string
  readonly startedAtMs: number
  readonly endAtMs: number
  readonly egress: EgressLists
  readonly ingress: Ingress
  readonly lifecycle: Lifecycle
  readonly envVars: Readonly<Record<string, string>>
  /** Absent: envd asks clients for no token. */
  readonly accessToken?: string
  /** Its volumes, by the index of their directory. */
  readonly volumeMounts?: readonly VolumeMount[]
}

/** Who takes turns with others for what all sandboxes of the node share. */
export function partyOf({ teamId, sandboxId }: Pick<Claim, 'teamId' | 'sandboxId'>): string {
  return teamId ?? sandboxId
}

/** A paused sandbox. Its `endAtMs` is the instant of the pause. */
export interface PausedSandbox {
  readonly claim: Claim
  readonly templateId: string
  readonly buildId: string
  readonly envdVersion: string
  readonly resources: Resources
  readonly snapshotId: string
  readonly filesOnly: boolean
  /** The runtime that wrote its memory. Absent: it has none, or was paused by an earlier version. */
  readonly engine?: Engine
  /** Its frozen copy: the container that still has its memory, until it is evicted. */
  readonly frozenContainerId?: string
  /** The object store has its snapshot, which need not be on this node. */
  readonly isStored?: true
}

/** The record of a container. It is written before the resources of the container are created. */
export interface ContainerRecord {
  readonly container: Container
  readonly templateId: string
  readonly buildId: string
  readonly envdVersion: string
  /** The defaults of its template. */
  readonly defaults?: GuestDefaults
  /** Absent until the container runs. */
  readonly process?: ProcessIdentity
  /** The token that envd requires of the node. Absent until a sandbox claims the container. */
  readonly controlToken?: string
  /** Absent while the container is in the pool. */
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
  /** Creates the container's directory. */
  open(preallocated: PreallocatedSlot): Promise<void>
  write(record: ContainerRecord): Promise<void>
  /** Removes the record and the container's directory. */
  remove(containerId: string): Promise<void>
  /** The readable records, and the ids of directories without one. */
  list(): Promise<{ records: ContainerRecord[]; unreadable: string[] }>
  /** Throws ServiceError `disk_full`. */
  writeEnded(ended: EndedSandbox): Promise<void>
  removeEnded(sandboxId: string): Promise<void>
  listEnded(): Promise<EndedSandbox[]>
  /** Survives a power failure. Throws ServiceError `disk_full`. */
  writePaused(paused: PausedSandbox): Promise<void>
  /**
   * Raises the epoch of a paused sandbox. It survives a crash of the node, and not a power failure: then no command from before
   * is in flight any more.
   */
  writePausedEpoch(sandboxId: string, epoch: number): Promise<void>
  /** No error when there is none. */
  removePaused(sandboxId: string): Promise<void>
  /** The readable records, and the ids of the others. */
  listPaused(): Promise<{ paused: PausedSandbox[]; unreadable: string[] }>
  /** Makes earlier removals durable, also for a power failure. */
  settlePaused(): Promise<void>
}
