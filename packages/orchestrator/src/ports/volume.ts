/** Volumes: directories that outlive sandboxes, each with a quota of its own. */

/** A volume in a sandbox. */
export interface VolumeMount {
  readonly volumeId: string
  /** Absolute path in the sandbox. */
  readonly path: string
}

/** The directories of volumes that a container has, by index; null: an empty one, which belongs to no volume. */
export type ContainerVolumes = readonly (string | null)[]

export interface VolumeUsage {
  readonly totalBytes: number
  readonly usedBytes: number
  readonly totalFiles: number
  readonly usedFiles: number
}

/** No other volume gets the device before it is closed. */
export interface HeldDevice {
  readonly path: string
  close(): Promise<void>
}

export interface Volumes {
  /** Creates an empty volume. No error when it exists. Throws ServiceError `node_disk_full`. */
  create(volumeId: string, sizeMb: number): Promise<void>
  /** Free above the reserve, when everything that volumes have accepted is on the disk. Negative: the reserve is in use. */
  roomBytes(): Promise<number>
  /** On: writes that would take more space are refused, into all that are mounted now. */
  setBrake(isOn: boolean): Promise<void>
  /** Removes it with its content. No error when there is none. */
  remove(volumeId: string): Promise<void>
  /** Throws ServiceError `not_found`. */
  usage(volumeId: string): Promise<VolumeUsage>
  /** The directory of its files on the node, which only root may enter. Throws ServiceError `not_found`. */
  open(volumeId: string): Promise<string>
  /** Holds the block device of its file system. Throws ServiceError `not_found`. */
  holdDevice(volumeId: string): Promise<HeldDevice>
  /** What was written is on the disk then. No error for one that is not mounted. */
  flush(volumeId: string): Promise<void>
}

/**
 * Volumes in a directory that several nodes share. Each is attached to one node at a time: control says to which, and the
 * directory refuses what was overtaken. Every call throws ServiceError `node_unavailable` when the directory does not respond.
 */
export interface SharedVolumes extends Volumes {
  /** Throws ServiceError `not_found`, `stale_epoch`, and `node_unavailable` while another machine has it. */
  attach(volumeId: string, epoch: number): Promise<void>
  /**
   * Releases it, with everything that was written. With an epoch it cannot be attached here any more but by a later
   * command. No error when it is not attached. Throws ServiceError `volume_in_use`.
   */
  detach(volumeId: string, epoch?: number): Promise<void>
  /** Those that are attached here. */
  attached(): Promise<string[]>
}
