/**
 * Sign-in of the official command line: it waits at a port of the user's machine, to which the browser is sent back with the tokens
 * of the identity provider.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import { withQuery } from '@cay/core/login/next-url.ts'
import type { Issuer, UserClaims } from '../../ports/issuer.ts'
import type { Deps } from '../deps.ts'
import { authenticateUser, nameOf } from '../key/authenticate-user.ts'
import { loginMsMax, openState, sealState } from './login-state.ts'

export type LoginDeps = Pick<Deps, 'store' | 'clock' | 'sealer' | 'randomBytes'>

export const loginScopes = 'openid email profile offline_access'
const randomCount = 32

export interface BegunLogin {
  /** The page of the provider. */
  readonly location: string
  /** Known to this browser alone: who began the sign-in must end it. */
  readonly cookie: string
}

/** Throws issuer_unavailable. */
export async function beginLogin(
  deps: LoginDeps,
  issuer: Issuer,
  { next, redirectUri }: { readonly next: string; readonly redirectUri: string },
): Promise<BegunLogin> {
  const { authorization } = await issuer.endpoints()
  const random = () => Buffer.from(deps.randomBytes(randomCount)).toString('base64url')
  const [verifier, cookie] = [random(), random()]
  const expiresAtMs = deps.clock.nowMs() + loginMsMax
  const location = withQuery(authorization, {
    response_type: 'code',
    client_id: issuer.settings.clientId,
    redirect_uri: redirectUri,
    scope: loginScopes,
    state: sealState(deps, { kind: 'code', next, verifier, nonce: cookie, expiresAtMs }),
    nonce: nonceOf(cookie),
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
  })
  return { location, cookie }
}

const nonceOf = (cookie: string) => hash('sha256', `nonce ${cookie}`, 'base64url')

export interface LoginReturn {
  readonly state: string
  readonly code: string | undefined
  /** Why the provider refused. */
  readonly error: string | undefined
  readonly cookie: string | undefined
  readonly redirectUri: string
}

/**
 * Where the browser goes next: to the command line, with tokens or with the reason why there are none. Throws request_invalid for a
 * sign-in that was not begun in this browser.
 */
export async function completeLogin(deps: LoginDeps, issuer: Issuer, answer: LoginReturn): Promise<string> {
  const { next, verifier, nonce } = openState(deps, 'code', answer.state)
  if (!isSame(answer.cookie ?? '', nonce))
    throw new ServiceError('request_invalid', 'this sign-in was begun in another browser')
  return await leadBack(next, async () => {
    if (answer.code === undefined) throw refusal(answer.error)
    const { token } = await issuer.endpoints()
    const tokens = await issuer.post(token, {
      grant_type: 'authorization_code',
      code: answer.code,
      redirect_uri: answer.redirectUri,
      client_id: issuer.settings.clientId,
      code_verifier: verifier,
    })
    return await describeTokens(deps, issuer, { tokens, nonce: nonceOf(nonce) })
  })
}

/** To the command line in either case: it would wait for ever otherwise. */
export async function leadBack(
  next: string,
  login: () => Promise<Readonly<Record<string, string>>>,
): Promise<string> {
  try {
    return withQuery(next, await login())
  } catch (error) {
    if (!isServiceError(error)) throw error
    return withQuery(next, { error: error.message })
  }
}

export function refusal(reason: unknown): ServiceError {
  const said = typeof reason === 'string' && reason !== '' ? reason.slice(0, 200) : 'no reason given'
  return new ServiceError('forbidden', `the identity provider refused the sign-in: ${said}`)
}

/** Instead of a refresh token where there is none: a refresh then fails, and the command line asks for a new sign-in. */
const noRefreshToken = 'none'

/** What the command line reads. Throws when the tokens open nothing here, so that it says so at once. */
export async function describeTokens(
  deps: LoginDeps,
  issuer: Issuer,
  { tokens, nonce }: { readonly tokens: Readonly<Record<string, unknown>>; readonly nonce?: string },
): Promise<Readonly<Record<string, string>>> {
  if (typeof tokens.error === 'string') throw refusal(tokens.error_description ?? tokens.error)
  const idToken = textOf(tokens.id_token)
  const claims = await verifyIdToken(deps, issuer, { idToken, nonce })
  const accessToken = await chooseToken(deps, issuer, [textOf(tokens.access_token), idToken])
  const { token, revocation = token } = await issuer.endpoints()
  return {
    ...{ email: nameOf(claims), accessToken, refreshToken: textOf(tokens.refresh_token) ?? noRefreshToken },
    ...{ tokenEndpoint: token, revokeEndpoint: revocation, clientId: issuer.settings.clientId },
  }
}

/** Throws forbidden for a token of another sign-in, and whatever the issuer's check throws. */
export async function verifyIdToken(
  deps: LoginDeps,
  issuer: Issuer,
  { idToken, nonce }: { readonly idToken: string | undefined; readonly nonce: string | undefined },
): Promise<UserClaims> {
  if (idToken === undefined) throw refusal('it gave no ID token')
  const claims = await issuer.verifyIdToken(idToken, deps.clock.nowMs())
  if (nonce !== undefined && claims.nonce !== nonce) throw refusal('its ID token is of another sign-in')
  return claims
}

/** The first that opens something here: some providers give access tokens that only they can read. */
export async function chooseToken(
  deps: LoginDeps,
  issuer: Issuer,
  offered: readonly (string | undefined)[],
): Promise<string> {
  let last: unknown
  for (const token of offered) {
    if (token === undefined) continue
    try {
      await authenticateUser(deps, issuer, token)
      return token
    } catch (error) {
      if (!isServiceError(error) || error.code === 'issuer_unavailable') throw error
      last = error
    }
  }
  throw last
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}
