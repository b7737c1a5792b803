/** The permissions of an API key. */
export const keyScopes = ['full', 'admin', 'member', 'read-only', 'sandbox-only'] as const
export type KeyScope = (typeof keyScopes)[number]

/** An operation of the API, as in the spec. */
export interface ApiOperation {
  readonly method: string
  readonly url: string
}

const changes = ({ method }: ApiOperation) => method !== 'GET' && method !== 'HEAD'

const allows: Readonly<Record<KeyScope, (operation: ApiOperation) => boolean>> = {
  /** The scope of keys that were created without one; the same as `admin`. */
  full: () => true,
  admin: () => true,
  // Who creates keys, widens what others may do.
  member: (operation) => !(changes(operation) && /^\/api-keys(\/|$)/.test(operation.url)),
  'read-only': (operation) => !changes(operation),
  // Whoever has a key may know what it is good for.
  'sandbox-only': ({ url }) => /^(\/v\d+)?\/sandboxes(\/|$)/.test(url) || url === '/auth/caller',
}

export function allowsOperation(scope: KeyScope, operation: ApiOperation): boolean {
  return allows[scope](operation)
}

/** Read-only keys do not get tokens that would permit writes inside a sandbox. */
export function showsTokens(scope: KeyScope): boolean {
  return scope !== 'read-only'
}
