/**
 * The life of a key that signs identity tokens:
 *
 *   made ──an hour──► signs ──until the next signs──► only proves what it has signed ──► gone
 *
 * A key is published from the moment it is made, so that whoever keeps the list for an hour knows it when it signs, and
 * for long after its last token is over.
 */
export interface KeyTimes {
  readonly createdAtMs: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Until the next key is made. */
export const keyLifeMs = 7 * dayMs
const aheadMs = hourMs
const keptMs = 2 * keyLifeMs + dayMs

/** Of a token, in seconds. */
export const tokenSeconds = 300
/** For clocks that are behind. */
export const tokenLagSeconds = 30

/** Whether it is time for the next key. */
export function needsKey(keys: readonly KeyTimes[], nowMs: number): boolean {
  return keys.every(({ createdAtMs }) => nowMs - createdAtMs >= keyLifeMs)
}

/** The newest that everybody has heard of; the oldest where all are new. */
export function signingKey<T extends KeyTimes>(keys: readonly T[], nowMs: number): T | undefined {
  const byAge = keys.toSorted((a, b) => b.createdAtMs - a.createdAtMs)
  return byAge.find(({ createdAtMs }) => nowMs - createdAtMs >= aheadMs) ?? byAge.at(-1)
}

export function isPublished({ createdAtMs }: KeyTimes, nowMs: number): boolean {
  return nowMs - createdAtMs < keptMs
}

/** Keys made before are forgotten. */
export function keptSinceMs(nowMs: number): number {
  return nowMs - keptMs
}

export interface Workload {
  readonly teamId: string
  readonly templateId: string
  readonly sandboxId: string
}

/** SPIFFE's name for a sandbox. */
export function spiffeId(trustDomain: string, { teamId, templateId, sandboxId }: Workload): string {
  return `spiffe://${trustDomain}/team/${teamId}/template/${templateId}/sandbox/${sandboxId}`
}

const shapeOfTrustDomain = /^[a-z0-9._-]{1,255}$/

export function isTrustDomain(text: string): boolean {
  return shapeOfTrustDomain.test(text)
}
