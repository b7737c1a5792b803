/** The permissions of an API key. */
export const keyScopes = ['full', 'read-only', 'sandbox-only'] as const
export type KeyScope = (typeof keyScopes)[number]

/** An operation of the API, as in the spec. */
export interface ApiOperation {
  readonly method: string
  readonly url: string
}

const allows: Readonly<Record<KeyScope, (operation: ApiOperation) => boolean>> = {
  full: () => true,
  'read-only': ({ method }) => method === 'GET' || method === 'HEAD',
  'sandbox-only': ({ url }) => /^(\/v\d+)?\/sandboxes(\/|$)/.test(url),
}

export function allowsOperation(scope: KeyScope, operation: ApiOperation): boolean {
  return allows[scope](operation)
}

/** Read-only keys do not get tokens that would permit writes inside a sandbox. */
export function showsTokens(scope: KeyScope): boolean {
  return scope !== 'read-only'
}
