/** What the launcher's instructions and whoever starts it must agree on. */

export interface LauncherIdentity {
  readonly uid: number
  readonly gid: number
  readonly groups: readonly number[]
}

/** Positions in the argument vector. */
export const launcherArguments = { directory: 1, file: 2, shell: 3, command: 7 } as const

/** When it cannot become its user or enter the directory. */
export const launcherFailureStatus = 126
