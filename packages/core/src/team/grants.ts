/** What a user may do in which team, as the token of an identity provider says it: texts `cay:TEAM:ROLE` in a claim. */
import type { KeyScope } from './key-scope.ts'

export const roles = ['read-only', 'member', 'admin'] as const satisfies readonly KeyScope[]
/** Each allows what those before it allow. */
export type Role = (typeof roles)[number]

export interface Grant {
  readonly slug: string
  readonly role: Role
}

/** No token names more teams. */
export const grantsMax = 100

const pattern = /^cay:([a-z0-9_-]{1,63}):([a-z-]+)$/

/**
 * The grants in a claim, in its order. Other texts are ignored, those with an unknown role too: they grant nothing. Of several
 * roles in one team the one that allows most counts.
 */
export function readGrants(claims: Readonly<Record<string, unknown>>, claim: string): Grant[] {
  const found = new Map<string, Role>()
  for (const text of textsIn(claimOf(claims, claim))) {
    const [, slug, name] = pattern.exec(text) ?? []
    const role = roles.find((one) => one === name)
    if (slug === undefined || role === undefined) continue
    const known = found.get(slug)
    if (known === undefined || roles.indexOf(role) > roles.indexOf(known)) found.set(slug, role)
    if (found.size >= grantsMax) break
  }
  return [...found].map(([slug, role]) => ({ slug, role }))
}

/** The claim of that name, else the one at that path: `realm_access.roles`. */
function claimOf(claims: Readonly<Record<string, unknown>>, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim]
  let value: unknown = claims
  for (const name of claim.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = Object.entries(value).find(([key]) => key === name)?.[1]
  }
  return value
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/[\s,]+/)
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
