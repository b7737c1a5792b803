/** Volumes: in control's store, and on their node. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { VolumeUser } from '@cay/core/volume/group-by-volumes.ts'
import type { VolumePlace } from '@cay/core/volume/place-volume.ts'

export interface VolumeRecord extends VolumePlace {
  readonly volumeId: string
  readonly teamId: string
  readonly name: string
  readonly sizeMb: number
  readonly createdAtMs: number
}

/** Volumes that are to be used on one node. */
export interface VolumeClaim {
  readonly teamId: string
  readonly volumeIds: readonly string[]
  /** The sandbox that gets them; undefined: it is about their content, and one that a node has stays there. */
  readonly sandboxId: string | undefined
  /** The directory that the node shares. */
  readonly directoryId: string | undefined
}

/** A volume of a sandbox, under the name that it had at the create. */
export interface SandboxVolume {
  readonly volumeId: string
  readonly name: string
  /** Absolute path in the sandbox. */
  readonly path: string
}

export interface VolumeStore {
  /**
   * Records one that is being made: it is not listed or found before `publishVolume`. `taken`: the team has one of this name.
   * `full`: it has `countMax` of them already. Throws quota_exceeded.
   */
  insertVolume(volume: VolumeRecord, countMax: number): Promise<'inserted' | 'taken' | 'full'>
  /** Its files are there. False when it was deleted or abandoned meanwhile. */
  publishVolume(volumeId: string): Promise<boolean>
  /** Deletes those that have been in the making since before that moment; their ids. */
  abandonVolumes(beforeMs: number): Promise<string[]>
  findVolume(teamId: string, volumeId: string): Promise<VolumeRecord | undefined>
  /** In the order of names. */
  listVolumes(teamId: string): Promise<VolumeRecord[]>
  /** Of all teams, in any order: at most so many. */
  listNodeVolumes(nodeId: string, countMax: number): Promise<VolumeRecord[]>
  /** It is not listed or found from then on; its name is free. False when there was none. */
  markVolumeDeleted(volumeId: string): Promise<boolean>
  /** The same, unless sandboxes of the team have it, running or paused: their ids. No sandbox can get it meanwhile. */
  deleteUnusedVolume(teamId: string, volumeId: string): Promise<string[]>
  /** Deleted volumes whose files may still be on their node. */
  listDeletedVolumes(): Promise<VolumeRecord[]>
  /** Forgets a volume whose files are gone. */
  removeVolume(volumeId: string): Promise<void>
  /** Sandboxes of all teams with volumes that run on the node, or with which something is done there. */
  listNodeVolumeUsers(nodeId: string): Promise<VolumeUser[]>
  /** One that runs with the volume, or with which something is done. */
  findVolumeUser(teamId: string, volumeId: string): Promise<string | undefined>
  /** Records that volumes are attached to the node next. Throws volume_in_use, no_capacity. */
  claimVolumes(nodeId: string, claim: VolumeClaim): Promise<void>
  /** The node has attached it, under this epoch. */
  confirmAttached(volumeId: string, attachEpoch: number): Promise<void>
}

export interface VolumeUsage {
  readonly totalBytes: number
  readonly usedBytes: number
  readonly totalFiles: number
  readonly usedFiles: number
}

/** The volumes of a node. Every call throws node_unavailable when it does not respond. */
export interface VolumeNode {
  createVolume(volumeId: string, sizeMb: number): Promise<void>
  /** Deleting a missing volume is not an error. */
  deleteVolume(volumeId: string): Promise<void>
  /** Throws not_found, stale_epoch, and node_unavailable, also while another machine has it. */
  attachVolume(volumeId: string, epoch: number): Promise<void>
  /** Throws volume_in_use. */
  detachVolume(volumeId: string, epoch: number): Promise<void>
  /** Throws not_found. */
  describeVolume(volumeId: string): Promise<VolumeUsage>
  /** Passes a request for the content of a volume of this team on, and its answer back. */
  forwardContent(request: IncomingMessage, response: ServerResponse, teamId: string): Promise<void>
}
