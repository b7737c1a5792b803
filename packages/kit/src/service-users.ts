/**
 * Which users the services run as. They have no entries in /etc/passwd: an installation that was removed leaves none
 * behind, and several installations on one machine are different users. The ids follow from the number that an
 * installation has claimed on its machine, so each can also tell the others' packets and calls by them.
 */

/** Installations that one machine can have at once. */
export const installationsMax = 32

/** Ids reserved per installation, most of them for future services. */
const idsPerInstallation = 16

/** Services without root. */
export const unprivilegedServices = ['control', 'proxy', 'egress', 'agent'] as const
export type UnprivilegedService = (typeof unprivilegedServices)[number]

export interface ServiceUser {
  /** Its primary group has the same number. */
  readonly uid: number
  /** Further groups: each opens the socket of one other service. */
  readonly groups: readonly number[]
}

export interface ServiceIds {
  readonly users: Readonly<Record<UnprivilegedService, ServiceUser>>
  /** The group that may connect to the orchestrator's socket. */
  readonly orchestratorCallers: number
  /** The group that may connect to the vault socket of control. */
  readonly vaultCallers: number
  /** The group that may ask control, through the agent of a node, where sandboxes are. */
  readonly clusterCallers: number
}

/** Of users and groups. */
export function allIds({ users, ...groups }: ServiceIds): readonly number[] {
  return [...Object.values(users).map(({ uid }) => uid), ...Object.values(groups)]
}

export function serviceIds(uidBase: number, installation: number): ServiceIds {
  const first = uidBase + installation * idsPerInstallation
  const orchestratorCallers = first + 8
  const vaultCallers = first + 9
  const clusterCallers = first + 10
  return {
    users: {
      control: { uid: first, groups: [orchestratorCallers] },
      proxy: { uid: first + 1, groups: [orchestratorCallers, clusterCallers] },
      egress: { uid: first + 2, groups: [orchestratorCallers, vaultCallers] },
      agent: { uid: first + 3, groups: [orchestratorCallers] },
    },
    orchestratorCallers,
    vaultCallers,
    clusterCallers,
  }
}
