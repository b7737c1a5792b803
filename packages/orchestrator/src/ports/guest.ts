/** The daemon in a sandbox, as the node speaks to it. */
import type { Resources } from './container.ts'

/** What runs in each sandbox of a template from its beginning. */
export interface GuestStart {
  readonly command: string
  /** Succeeds when the command can be used, for which envd waits a while; empty: it does not wait. */
  readonly readyCommand: string
  readonly user: string
  readonly workdir?: string | undefined
  readonly variables: Readonly<Record<string, string>>
}

/** What one call to envd gives a sandbox. */
export interface GuestIdentity {
  readonly sandboxId: string
  readonly templateId: string
  readonly hostname: string
  /** Absent: envd asks clients for no token. */
  readonly accessToken?: string
  /** Replaces the one that `currentControlToken` of the call names. */
  readonly controlToken: string
  readonly envVars: Readonly<Record<string, string>>
  /** What commands get that name none; absent keeps what envd has. */
  readonly defaultUser?: string
  readonly defaultWorkdir?: string
  /** Some of it cannot be seen from inside: the disk looks endless there. */
  readonly resources: Resources
  readonly timestampMs: number
  /** False: it has run on since it was told who it is, so nothing is to be repaired or made unique. Absent: it may have been. */
  readonly restored?: false
  /** To be started now. */
  readonly start?: GuestStart
}

export interface Daemon {
  /** Resolves when envd at the address answers its health check; rejects after `timeoutMs`. */
  waitReady(address: string, timeoutMs: number): Promise<void>
  init(address: string, identity: GuestIdentity, currentControlToken?: string): Promise<void>
  /**
   * Writes all that was changed in the root file system into a new file. Every other process stands still from then on, until
   * it is let go or the container ends. Throws ServiceError `disk_full` when the node's disk cannot hold it.
   */
  exportChanges(options: ExportOptions): Promise<StoppedProcesses>
  /** Into a sandbox that was just booted and in which nobody has been; when it fails the sandbox is to be given up. */
  importChanges(address: string, file: string): Promise<void>
  /** Has a command run, of a sandbox that asks clients for no token. Rejects when none can. */
  warmUp(address: string): Promise<void>
  /** The daemon gives back the memory that it does not need: it is about to be saved, for many to be made of it. */
  trimMemory(address: string, controlToken?: string): Promise<void>
  /** Who is at work in the sandbox, this question left out. */
  idle(address: string, controlToken: string | undefined): Promise<GuestActivity>
}

export interface ExportOptions {
  readonly address: string
  /** Absent in one in which nobody has been. */
  readonly controlToken?: string
  /** The EROFS file of the container, beside which its paths are listed. */
  readonly rootfs: string
  readonly file: string
}

export interface StoppedProcesses {
  letRun(): void
}

export interface GuestActivity {
  /** Processes of users that are alive. */
  readonly processes: number
  /** Calls to the daemon that are being answered. */
  readonly requests: number
}
