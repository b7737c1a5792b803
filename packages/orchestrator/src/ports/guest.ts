/** The daemon in a sandbox, as the node calls it. */
import type { Resources } from './container.ts'

/** The start command of a template. */
export interface GuestStart {
  readonly command: string
  /** Succeeds when the command is ready, for which envd waits a while. Empty: it does not wait. */
  readonly readyCommand: string
  readonly user: string
  readonly workdir?: string | undefined
  readonly variables: Readonly<Record<string, string>>
}

/** The identity of a sandbox, which one call to envd sets. */
export interface GuestIdentity {
  readonly sandboxId: string
  readonly templateId: string
  readonly hostname: string
  /** Absent: envd requires no token of clients. */
  readonly accessToken?: string
  /** Replaces the `currentControlToken` of the call. */
  readonly controlToken: string
  readonly envVars: Readonly<Record<string, string>>
  /** The defaults of commands that name none. Absent: they stay as they are. */
  readonly defaultUser?: string
  readonly defaultWorkdir?: string
  /** The sandbox cannot see all of it: the size of its disk, for example. */
  readonly resources: Resources
  readonly timestampMs: number
  /**
   * False: it has kept running since its last identity, so nothing has to be repaired or made unique. Absent: it may have been
   * restored.
   */
  readonly restored?: false
  /** Mount points of its volumes, by index. Absent: it has no directory of volumes. */
  readonly volumePaths?: readonly string[]
  /** The start command, to be started now. */
  readonly start?: GuestStart
}

/** A guest was started, and its envd passed no health check in time. */
export class UnresponsiveGuestError extends Error {}

/** The daemon may be anything that answers in its place. A signal ends a call, and rejects it. */
export interface Daemon {
  /** Resolves when envd at the address passes its health check; rejects with UnresponsiveGuestError after `timeoutMs`. */
  waitReady(address: string, timeoutMs: number, signal?: AbortSignal): Promise<void>
  /**
   * Resolves with the control token that envd requires from now on, which says whether envd has to prove that it knows it. Rejects
   * without having sent either when it has to and does not.
   */
  init(
    address: string,
    identity: GuestIdentity,
    currentControlToken?: string,
    signal?: AbortSignal,
  ): Promise<string>
  /**
   * Writes the changes of the root file system into a new file. All other processes are stopped from then on, until they are
   * let run or the container ends. Throws ServiceError `disk_full` when the node's disk cannot hold it.
   */
  exportChanges(options: ExportOptions): Promise<StoppedProcesses>
  /** Imports changes into a sandbox that was just booted and not used. After a failure the sandbox must be discarded. */
  importChanges(address: string, file: string, signal?: AbortSignal): Promise<void>
  /** Runs a command in a sandbox that requires no token. Rejects when none can be run. */
  warmUp(address: string): Promise<void>
  /** Makes the daemon release memory that it does not need, before a checkpoint from which many sandboxes are created. */
  trimMemory(address: string, controlToken?: string, signal?: AbortSignal): Promise<void>
  /** The activity in the sandbox, without this call. */
  idle(address: string, controlToken: string | undefined, signal?: AbortSignal): Promise<GuestActivity>
}

export interface ExportOptions {
  readonly address: string
  /** Absent for a sandbox that was never claimed. */
  readonly controlToken?: string
  /** The EROFS file of the container, beside which its paths are listed. */
  readonly rootfs: string
  readonly file: string
  /** A longer export fails. */
  readonly bytesMax: number
  /** Free bytes of the node's disk beyond its reserve. */
  readonly roomBytes: () => Promise<number>
  /** Ends the export, and fails it. */
  readonly signal?: AbortSignal | undefined
}

export interface StoppedProcesses {
  continueProcesses(): void
}

export interface GuestActivity {
  /** Running user processes. */
  readonly processes: number
  /** Calls to the daemon in progress. */
  readonly requests: number
}
