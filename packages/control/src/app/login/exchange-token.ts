/**
 * Tokens for pages that signed a user in at the identity provider themselves: many providers take no requests of pages at the
 * endpoint where a code becomes a token.
 */
import { ServiceError } from '@cay/core/errors.ts'
import type { Issuer } from '../../ports/issuer.ts'
import { nameOf } from '../key/authenticate-user.ts'
import { chooseToken, type LoginDeps, refusal, textOf, verifyIdToken } from './cli-login.ts'

export type Grant =
  | {
      readonly kind: 'code'
      readonly code: string
      readonly codeVerifier: string
      readonly redirectUri: string
      readonly nonce: string
    }
  | { readonly kind: 'refresh'; readonly refreshToken: string }

export interface ExchangedToken {
  readonly token: string
  /** Undefined: the provider gives none, and the user signs in again when the token has expired. */
  readonly refreshToken: string | undefined
  readonly expiresAtMs: number
  readonly name: string
}

/** At the provider, of all pages together. */
const exchangesMax = 16
let exchanging = 0

/** Throws forbidden, issuer_unavailable, credential_unknown, credential_expired, rate_limited. */
export async function exchangeToken(deps: LoginDeps, issuer: Issuer, grant: Grant): Promise<ExchangedToken> {
  if (exchanging >= exchangesMax)
    throw new ServiceError('rate_limited', 'too many sign-ins in progress; retry')
  exchanging++
  try {
    return await exchange(deps, issuer, grant)
  } finally {
    exchanging--
  }
}

async function exchange(deps: LoginDeps, issuer: Issuer, grant: Grant): Promise<ExchangedToken> {
  const { token: endpoint } = await issuer.endpoints()
  const tokens = await issuer.post(endpoint, { ...formOf(grant), client_id: issuer.settings.clientId })
  if (typeof tokens.error === 'string') throw refusal(tokens.error_description ?? tokens.error)
  const idToken = textOf(tokens.id_token)
  // A refresh need not give another one.
  if (grant.kind === 'code') await verifyIdToken(deps, issuer, { idToken, nonce: grant.nonce })
  const token = await chooseToken(deps, issuer, [textOf(tokens.access_token), idToken])
  const claims = await issuer.verify(token, deps.clock.nowMs())
  const kept = grant.kind === 'refresh' ? grant.refreshToken : undefined
  return {
    ...{ token, refreshToken: textOf(tokens.refresh_token) ?? kept },
    ...{ expiresAtMs: Number(claims.exp) * 1000, name: nameOf(claims) },
  }
}

function formOf(grant: Grant): Record<string, string> {
  if (grant.kind === 'refresh') return { grant_type: 'refresh_token', refresh_token: grant.refreshToken }
  const { code, codeVerifier, redirectUri } = grant
  return {
    grant_type: 'authorization_code',
    ...{ code, code_verifier: codeVerifier, redirect_uri: redirectUri },
  }
}
