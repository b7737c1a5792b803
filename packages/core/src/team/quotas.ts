/** Quotas of a team. Null: unlimited. */
import { ServiceError } from '../errors.ts'

export interface Quotas {
  readonly runningSandboxes: number | null
  readonly cpus: number | null
  readonly memoryMb: number | null
  /** Total of all its sandboxes, including paused ones. */
  readonly diskMb: number | null
  /** Total of the sizes of its volumes. Null: that of `diskMb`, for its volumes alone. */
  readonly volumeMb: number | null
}

export interface TeamLimits extends Quotas {
  /** Per route. */
  readonly requestsPerMinute: number | null
}

export const noLimits: TeamLimits = {
  runningSandboxes: null,
  cpus: null,
  memoryMb: null,
  diskMb: null,
  volumeMb: null,
  requestsPerMinute: null,
}

export type Usage = { readonly [Name in keyof Quotas]: number }

export const noUsage: Usage = { runningSandboxes: 0, cpus: 0, memoryMb: 0, diskMb: 0, volumeMb: 0 }

/** Names in the API. */
const quotaNames: { readonly [Name in keyof Quotas]: string } = {
  runningSandboxes: 'runningSandboxes',
  cpus: 'cpus',
  memoryMb: 'memoryMB',
  diskMb: 'diskMB',
  volumeMb: 'volumeMB',
}

/** Throws quota_exceeded with the name of the first quota that is exhausted. */
export function checkQuotas(limits: Quotas, used: Usage, requested: Usage): void {
  for (const name of Object.keys(quotaNames) as (keyof Quotas)[]) {
    const limit = limitOf(limits, name)
    if (limit === null || requested[name] === 0 || used[name] + requested[name] <= limit) continue
    throw new ServiceError(
      'quota_exceeded',
      `the team's quota ${quotaNames[name]} is exceeded: ${used[name]} of ${limit} are in use, and ${requested[name]} more were asked for`,
    )
  }
}

/** A team whose disk is limited would have as much as it wants in volumes otherwise. */
function limitOf(limits: Quotas, name: keyof Quotas): number | null {
  return name === 'volumeMb' ? (limits.volumeMb ?? limits.diskMb) : limits[name]
}

/**
 * Throws request_invalid for more copies than the quota could ever permit, since the source keeps running beside them.
 */
export function checkForkCount({ runningSandboxes }: Quotas, count: number): void {
  if (runningSandboxes === null || count < runningSandboxes) return
  throw new ServiceError(
    'request_invalid',
    `count must be less than the team's quota runningSandboxes, which is ${runningSandboxes}`,
  )
}

/** True when a sandbox may exceed one. */
export function hasSandboxQuota({ runningSandboxes, cpus, memoryMb, diskMb }: Quotas): boolean {
  return [runningSandboxes, cpus, memoryMb, diskMb].some((limit) => limit !== null)
}
