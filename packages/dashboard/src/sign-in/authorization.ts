/** The way to the identity provider and back: an authorization code with PKCE. What must be found again is kept for the tab. */
import type { Schema } from '../api/api.ts'
import type { Code } from '../api/tokens.ts'

type Provider = NonNullable<Schema<'SignIn'>['oidc']>

interface Begun {
  readonly state: string
  readonly codeVerifier: string
  readonly nonce: string
  /** Where somebody wanted to go. */
  readonly hash: string
}

const storageKey = 'cay-sign-in'
const randomBytes = 32

/** Leaves the page. */
export async function goToProvider({ authorizationEndpoint, clientID, scope }: Provider): Promise<void> {
  // Browsers hash nothing for pages that came over plain HTTP from elsewhere.
  if (!isSecureContext)
    throw new Error('Open this page by HTTPS or at localhost: browsers sign in there only.')
  const begun = { state: random(), codeVerifier: random(), nonce: random(), hash: location.hash }
  sessionStorage.setItem(storageKey, JSON.stringify(begun))
  const url = new URL(authorizationEndpoint)
  const query = {
    response_type: 'code',
    client_id: clientID,
    redirect_uri: redirectURI(),
    scope,
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await challengeOf(begun.codeVerifier),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  location.assign(url)
}

export type Returned =
  | { readonly kind: 'code'; readonly code: Code }
  | { readonly kind: 'refused'; readonly why: string }

/** What the provider says, once: the page's URL is free of it afterwards. Undefined: nobody comes from there. */
export function takeReturn(): Returned | undefined {
  const query = new URLSearchParams(location.search)
  const [code, state, error] = [query.get('code'), query.get('state'), query.get('error')]
  if (state === null || (code === null && error === null)) return undefined
  const begun = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Begun | null
  sessionStorage.removeItem(storageKey)
  history.replaceState(null, '', `${location.pathname}${begun?.hash ?? ''}`)
  if (begun?.state !== state)
    return { kind: 'refused', why: 'This sign-in was not begun in this tab. Sign in again.' }
  if (code === null)
    return {
      kind: 'refused',
      why: `The identity provider refused the sign-in: ${query.get('error_description') ?? error}`,
    }
  const { codeVerifier, nonce } = begun
  return { kind: 'code', code: { code, codeVerifier, nonce, redirectURI: redirectURI() } }
}

function redirectURI(): string {
  return `${location.origin}/`
}

function random(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(randomBytes)))
}

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return base64url(new Uint8Array(digest))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
