/** What an API key opens. */
export const keyScopes = ['full', 'read-only', 'sandbox-only'] as const
export type KeyScope = (typeof keyScopes)[number]

/** One operation of the API, as its description names it. */
export interface Door {
  readonly method: string
  readonly url: string
}

const allows: Readonly<Record<KeyScope, (door: Door) => boolean>> = {
  full: () => true,
  'read-only': ({ method }) => method === 'GET' || method === 'HEAD',
  'sandbox-only': ({ url }) => /^(\/v\d+)?\/sandboxes(\/|$)/.test(url),
}

export function isOpen(scope: KeyScope, door: Door): boolean {
  return allows[scope](door)
}

/** A key that only reads is not told what lets its holder write inside a sandbox. */
export function showsTokens(scope: KeyScope): boolean {
  return scope !== 'read-only'
}
