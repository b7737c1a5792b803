export interface HostIdentity {
  setHostname(name: string): void
  /**
   * Sets an id that is always the same for one sandbox and differs between sandboxes. An image without this file gets
   * none.
   */
  setMachineId(sandboxId: string): void
  /** Limits processes and threads of each user, from the next command on; root has no limit. */
  limitProcesses(count: number): void
  /** Assigns the helper's address to the loopback interface; a restore may have removed it. */
  claimHelperAddress(): void
  /** Publishes the sandbox's identity to its processes, one file per variable; undefined removes the file. */
  publishVariables(variables: Readonly<Record<string, string | undefined>>): void
}

export interface ProcMount {
  /**
   * Makes /proc keep no entries of ended processes. Returns why it still keeps them, only on the first failure; never
   * throws.
   */
  dropCache(): string | undefined
}

export interface VolumeMounts {
  /**
   * Mounts the volumes of the sandbox, by index, at these absolute paths, and unmounts those that an earlier call named and
   * this one does not. Throws the error of the system.
   */
  mount(paths: readonly string[]): void
}

export interface ProcessorLimit {
  /**
   * Shows programs only the first `count` processors, or all if there are fewer; this applies to running and to
   * future processes. Returns why they still see more; never throws.
   */
  limit(count: number): string | undefined
}

export interface RestoreNotice {
  /**
   * Processes of this sandbox may have been restored together with those of other sandboxes from one checkpoint: the
   * sandbox gets a new generation, and processes that asked for it are notified. `isOtherSandbox`: it had another
   * identity before. If `isRestored` is false, it has run continuously since its identity was last set, so the
   * daemon's random numbers are already unique. `trouble` in the result is why `boot_id` is not the sandbox's own.
   */
  announce(restore: { readonly isRestored: boolean; readonly isOtherSandbox: boolean }): RestoreAnnouncement
}

export interface RestoreAnnouncement {
  /** A UUID that no other restore has. */
  readonly generation: string
  readonly trouble: string | undefined
}

export interface RestoreHooks {
  /** Returns the absolute paths of the executables in the order in which they must run; never throws. */
  list(): readonly string[]
}

/** Certificates that programs of the sandbox trust in addition to those of the image. */
export interface TrustStore {
  /** PEM texts, each with one certificate or several. They replace those of the previous call. */
  trust(certificates: readonly string[]): void
}
