export interface User {
  readonly name: string
  readonly uid: number
  readonly gid: number
  /** Includes the primary group. */
  readonly groups: readonly number[]
  readonly home: string
  readonly shell: string
}

export interface UserDirectory {
  find(name: string): User | undefined
  /** Returns the number as text if no account has it. */
  userName(uid: number): string
  groupName(gid: number): string
}
