export interface HostIdentity {
  setHostname(name: string): void
  /** The same id for the same sandbox, another one for every other. An image without such a file stays without. */
  setMachineId(sandboxId: string): void
  /** Processes and threads of each user, from the next command on; root has no bound. */
  limitProcesses(count: number): void
  /** The helper's address is the sandbox's own; a restore may have taken it away. */
  claimHelperAddress(): void
  /** Makes what the sandbox is readable for its processes, one file per variable; undefined takes the file away. */
  publishVariables(variables: Readonly<Record<string, string | undefined>>): void
}

export interface ProcMount {
  /** /proc keeps nothing of processes that have ended. Answers why it goes on doing so, the first time; never throws. */
  dropCache(): string | undefined
}

export interface ProcessorLimit {
  /**
   * Programs see the first `count` processors, or all where there are fewer: those that run and those that come. Answers why
   * they go on seeing more; never throws.
   */
  limit(count: number): string | undefined
}

export interface RestoreNotice {
  /**
   * Whatever runs in the sandbox may have been restored together with others: it gets a new generation, and whoever asked
   * is told. `isOtherSandbox`: it was somebody else's before. Not `isRestored`: it has run on since it was told last, so what
   * the daemon draws is nobody else's. The trouble is why `boot_id` is not its own.
   */
  announce(restore: { readonly isRestored: boolean; readonly isOtherSandbox: boolean }): RestoreAnnouncement
}

export interface RestoreAnnouncement {
  /** A UUID that no other restore has. */
  readonly generation: string
  readonly trouble: string | undefined
}

export interface RestoreHooks {
  /** Absolute paths of the executables in the order in which they are to run; never throws. */
  list(): readonly string[]
}

/** What programs of the sandbox trust beside the certificates of the image. */
export interface TrustStore {
  /** PEM texts, each of one certificate or several. They take the place of those that were given before. */
  trust(certificates: readonly string[]): void
}
