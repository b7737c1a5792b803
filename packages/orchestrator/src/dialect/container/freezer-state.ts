/** Parses the state of the two freezers: whether every process of the cgroup and its children is frozen. */

/** `freezer.state` of version 1: THAWED, FREEZING or FROZEN. */
export function isFrozenV1(state: string): boolean {
  return state.trim() === 'FROZEN'
}

/** `cgroup.events` of version 2: one `key value` per line. */
export function isFrozenV2(events: string): boolean {
  return events.split('\n').includes('frozen 1')
}
