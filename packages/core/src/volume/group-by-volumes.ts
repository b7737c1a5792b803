/** Which sandboxes can only move to another node together: a volume is attached to one node at a time. */

export interface VolumeUser {
  readonly sandboxId: string
  readonly volumeIds: readonly string[]
}

/**
 * The groups of these sandboxes, each with all users that share a volume with one of it, directly or through others. A sandbox
 * without a volume is a group of its own. Every id is in one group, and each but the first of it shares a volume with one before it.
 */
export function groupByVolumes(
  sandboxIds: readonly string[],
  users: readonly VolumeUser[],
): readonly (readonly string[])[] {
  const volumesOf = new Map(users.map(({ sandboxId, volumeIds }) => [sandboxId, volumeIds]))
  const usersOf = new Map<string, string[]>()
  for (const { sandboxId, volumeIds } of users)
    for (const volumeId of volumeIds) usersOf.set(volumeId, [...(usersOf.get(volumeId) ?? []), sandboxId])
  const grouped = new Set<string>()
  return sandboxIds.flatMap((first) => {
    if (grouped.has(first)) return []
    const group = new Set([first])
    // What is added meanwhile is visited too.
    for (const sandboxId of group)
      for (const volumeId of volumesOf.get(sandboxId) ?? [])
        for (const user of usersOf.get(volumeId) ?? []) group.add(user)
    for (const sandboxId of group) grouped.add(sandboxId)
    return [[...group]]
  })
}

/** The members of a group that bring a volume which none before them has, and the rest. */
export function splitByNewVolumes<User extends Pick<VolumeUser, 'volumeIds'>>(
  group: readonly User[],
): { readonly bringing: readonly User[]; readonly following: readonly User[] } {
  const brought = new Set<string>()
  const bringing: User[] = []
  const following: User[] = []
  for (const user of group) {
    const isBringing = user.volumeIds.some((volumeId) => !brought.has(volumeId))
    ;(isBringing ? bringing : following).push(user)
    for (const volumeId of user.volumeIds) brought.add(volumeId)
  }
  return { bringing, following }
}
