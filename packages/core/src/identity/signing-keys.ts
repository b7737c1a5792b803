/**
 * The life of a key that signs identity tokens:
 *
 *   created ──an hour──► signs ──until the next signs──► only verifies ──► deleted
 *
 * A key is published from its creation on, so that verifiers that cache the list for an hour know it when it signs, and
 * until long after its last token has expired.
 */
export interface KeyTimes {
  readonly createdAtMs: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Time until the next key is created. */
export const keyLifeMs = 7 * dayMs
const aheadMs = hourMs
const keptMs = 2 * keyLifeMs + dayMs

/** Lifetime of a token in seconds. */
export const tokenSeconds = 300
/** Tolerance for clocks that are behind. */
export const tokenLagSeconds = 30

/** Whether the next key is due. */
export function needsKey(keys: readonly KeyTimes[], nowMs: number): boolean {
  return keys.every(({ createdAtMs }) => nowMs - createdAtMs >= keyLifeMs)
}

/** The newest key that all caches have; the oldest key when all are new. */
export function signingKey<T extends KeyTimes>(keys: readonly T[], nowMs: number): T | undefined {
  const byAge = keys.toSorted((a, b) => b.createdAtMs - a.createdAtMs)
  return byAge.find(({ createdAtMs }) => nowMs - createdAtMs >= aheadMs) ?? byAge.at(-1)
}

export function isPublished({ createdAtMs }: KeyTimes, nowMs: number): boolean {
  return nowMs - createdAtMs < keptMs
}

/** Keys created before this instant are deleted. */
export function keptSinceMs(nowMs: number): number {
  return nowMs - keptMs
}

export interface Workload {
  readonly teamId: string
  readonly templateId: string
  readonly sandboxId: string
}

/** The SPIFFE ID of a sandbox. */
export function spiffeId(trustDomain: string, { teamId, templateId, sandboxId }: Workload): string {
  return `spiffe://${trustDomain}/team/${teamId}/template/${templateId}/sandbox/${sandboxId}`
}

const shapeOfTrustDomain = /^[a-z0-9._-]{1,255}$/

export function isTrustDomain(text: string): boolean {
  return shapeOfTrustDomain.test(text)
}
