export interface User {
  readonly name: string
  readonly uid: number
  readonly gid: number
  /** The primary group among them. */
  readonly groups: readonly number[]
  readonly home: string
  readonly shell: string
}

export interface UserDirectory {
  find(name: string): User | undefined
  /** The number as text when nobody has it. */
  userName(uid: number): string
  groupName(gid: number): string
}
