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

export interface Volumes {
  /** Creates an empty volume. No error when it exists. Throws ServiceError `disk_full`. */
  create(volumeId: string, sizeMb: number): Promise<void>
  /** Removes it with its content. No error when there is none. */
  remove(volumeId: string): Promise<void>
  /** Throws ServiceError `not_found`. */
  usage(volumeId: string): Promise<VolumeUsage>
  /** The directory of its files on the node, which only root may enter. Throws ServiceError `not_found`. */
  open(volumeId: string): Promise<string>
  /** The block device of its file system. Throws ServiceError `not_found`. */
  device(volumeId: string): Promise<string>
}
