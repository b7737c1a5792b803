/** The layout that the launcher's instructions and the code that starts it must agree on. */

export interface LauncherIdentity {
  readonly uid: number
  readonly gid: number
  readonly groups: readonly number[]
}

/** Positions in the argument vector. */
export const launcherArguments = { directory: 1, file: 2, shell: 3, command: 7 } as const

/** The exit status if the launcher cannot change to its user or enter the directory. */
export const launcherFailureStatus = 126
