/** Evaluates the permission bits of a file for a user. */

export interface Permissions {
  readonly mode: number
  readonly uid: number
  readonly gid: number
}

export interface Actor {
  readonly uid: number
  readonly groups: readonly number[]
}

/**
 * Permission to execute a program or traverse a directory. As in the kernel, the first matching class decides, and root
 * may do anything.
 */
export function mayExecute({ mode, uid, gid }: Permissions, actor: Actor): boolean {
  if (actor.uid === 0) return true
  if (actor.uid === uid) return (mode & 0o100) !== 0
  if (actor.groups.includes(gid)) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}
