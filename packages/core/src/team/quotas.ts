/** How much of the installation a team may have at once. Null: as much as there is. */
import { ServiceError } from '../errors.ts'

export interface Quotas {
  readonly runningSandboxes: number | null
  readonly cpus: number | null
  readonly memoryMb: number | null
  /** Of all its sandboxes, paused ones too. */
  readonly diskMb: number | null
}

export interface TeamLimits extends Quotas {
  /** On each route. */
  readonly requestsPerMinute: number | null
}

export const noLimits: TeamLimits = {
  runningSandboxes: null,
  cpus: null,
  memoryMb: null,
  diskMb: null,
  requestsPerMinute: null,
}

export type Usage = { readonly [Name in keyof Quotas]: number }

/** As callers know them. */
const quotaNames: { readonly [Name in keyof Quotas]: string } = {
  runningSandboxes: 'runningSandboxes',
  cpus: 'cpus',
  memoryMb: 'memoryMB',
  diskMb: 'diskMB',
}

/** Throws quota_exceeded in the name of the first quota that has no room. */
export function checkQuotas(limits: Quotas, used: Usage, requested: Usage): void {
  for (const name of Object.keys(quotaNames) as (keyof Quotas)[]) {
    const limit = limits[name]
    if (limit === null || requested[name] === 0 || used[name] + requested[name] <= limit) continue
    throw new ServiceError(
      'quota_exceeded',
      `the team's quota ${quotaNames[name]} is exceeded: ${used[name]} of ${limit} are in use, and ${requested[name]} more were asked for`,
    )
  }
}

/** Throws request_invalid for more copies than could ever run: what is copied runs beside them. */
export function checkForkCount({ runningSandboxes }: Quotas, count: number): void {
  if (runningSandboxes === null || count < runningSandboxes) return
  throw new ServiceError(
    'request_invalid',
    `count must be less than the team's quota runningSandboxes, which is ${runningSandboxes}`,
  )
}

export function hasQuota({ runningSandboxes, cpus, memoryMb, diskMb }: Quotas): boolean {
  return [runningSandboxes, cpus, memoryMb, diskMb].some((limit) => limit !== null)
}
