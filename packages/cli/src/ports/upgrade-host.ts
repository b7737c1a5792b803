/** What upgrading needs of the clone and of the machine. */
import type { CloneState, Destination, Running } from '../dialect/host/upgrade-plan.ts'

export interface CloneRepository {
  inspect(): Promise<CloneState>
  /** Gets what its remote has, and changes no file. The name of the remote; undefined when there is none. */
  fetch(signal: AbortSignal): Promise<string | undefined>
  /** The first of the candidates that is there. */
  resolve(candidates: readonly string[]): Promise<Destination | undefined>
  moveTo(commit: string, options: { readonly staysOnBranch: boolean }): Promise<void>
  /** To what was checked out when it was inspected. */
  moveBack(state: CloneState): Promise<void>
  /** Installs the npm packages of what is checked out. */
  installPackages(signal?: AbortSignal): Promise<void>
}

/** How a restart ended. */
export type RestartOutcome = 'ready' | 'ended' | 'late' | 'interrupted'

/** The services that ran when it was opened. */
export interface RunningServices {
  readonly running: Running
  /** Where to read what a start says. */
  readonly log: string
  /** What the version that is checked out says against their settings; undefined: nothing. */
  checkSettings(signal: AbortSignal): Promise<string | undefined>
  /** Starts what is checked out in place of whatever runs, and waits until it is ready. */
  restart(signal?: AbortSignal): Promise<RestartOutcome>
}
