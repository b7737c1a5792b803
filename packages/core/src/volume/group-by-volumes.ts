/** Which sandboxes can only move to another node together: a volume is attached to one node at a time. */

export interface VolumeUser {
  readonly sandboxId: string
  readonly volumeIds: readonly string[]
}

/**
 * The groups of these sandboxes, each with all users that share a volume with one of it, directly or through others. A sandbox
 * without a volume is a group of its own. Every id is in one group, in the order of ids.
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
    return [[...group].toSorted()]
  })
}
