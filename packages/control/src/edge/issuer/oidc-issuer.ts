/**
 * An OpenID Connect provider. Its metadata and its keys are kept for a while; a token with an unknown key has the keys read again,
 * at most every half minute. What it names is requested at its own origin, or at those that the operator listed.
 */
import { ServiceError } from '@cay/core/errors.ts'
import type { OidcSettings } from '@cay/kit/oidc-settings.ts'
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Issuer, IssuerEndpoints, UserClaims } from '../../ports/issuer.ts'
import { fetchJson, type JsonObject, unavailable } from './fetch-json.ts'

const metadataMs = 10 * 60_000
const keysMs = 10 * 60_000
/** Between two readings of the keys on account of tokens. */
const cooldownMs = 30_000
/** By which its clock and ours may differ. */
const clockSkewSeconds = 30

/** Signatures with a public key alone: neither `none`, nor a secret that a public key could pass for. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** OpenID Connect Core 1.0, section 2. */
const subjectLengthMax = 255

interface Metadata {
  readonly endpoints: IssuerEndpoints
  readonly keys: JWTVerifyGetKey
}

export function createOidcIssuer(settings: OidcSettings): Issuer {
  const metadata = keepFor(metadataMs, () => readMetadata(settings))
  const verify = async (token: string, nowMs: number, audience: string): Promise<UserClaims> => {
    const { keys } = await metadata()
    const expected = {
      ...{ algorithms, audience, issuer: settings.issuer, clockTolerance: clockSkewSeconds },
      ...{ currentDate: new Date(nowMs), requiredClaims: ['exp', 'sub'] },
    }
    const claims = await jwtVerify(token, keys, expected).then(({ payload }) => payload, refuse)
    const { sub } = claims
    if (typeof sub !== 'string' || sub === '') throw unknown('the token names no user')
    if (sub.length > subjectLengthMax)
      throw unknown(`the token names its user with more than ${subjectLengthMax} characters`)
    return { ...claims, sub }
  }
  return {
    settings,
    verify: (token, nowMs) => verify(token, nowMs, settings.audience),
    verifyIdToken: (token, nowMs) => verify(token, nowMs, settings.clientId),
    endpoints: async () => (await metadata()).endpoints,
    post: async (url, form) => (await fetchJson(url, form)).body,
  }
}

/** One reading at a time; a failed one is not kept. */
function keepFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly value: Promise<T>; readonly atMs: number } | undefined
  return async () => {
    const nowMs = performance.now()
    if (kept === undefined || nowMs - kept.atMs > ms) kept = { value: read(), atMs: nowMs }
    const current = kept
    try {
      return await current.value
    } catch (error) {
      if (kept === current) kept = undefined
      throw error
    }
  }
}

async function readMetadata(settings: OidcSettings): Promise<Metadata> {
  const { issuer } = settings
  const { status, body } = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  if (status !== 200 || body.issuer !== issuer)
    throw unavailable(new Error(`its metadata is of ${String(body.issuer).slice(0, 200)} (${status})`))
  const allowed = new Set([new URL(issuer).origin, ...settings.origins])
  const optional = (name: string) => (body[name] === undefined ? undefined : endpointIn(body, name, allowed))
  const required = (name: string) => endpointIn(body, name, allowed)
  return {
    endpoints: {
      // A browser goes there, control does not.
      authorization: pageIn(body, 'authorization_endpoint'),
      token: required('token_endpoint'),
      revocation: optional('revocation_endpoint'),
      deviceAuthorization: optional('device_authorization_endpoint'),
    },
    keys: createRemoteJWKSet(new URL(required('jwks_uri')), {
      ...{ cooldownDuration: cooldownMs, cacheMaxAge: keysMs },
      [customFetch]: fetchKeys,
    }),
  }
}

async function fetchKeys(url: string): Promise<Response> {
  const { status, body } = await fetchJson(url)
  if (status !== 200) throw unavailable(new Error(`its keys: ${status}`))
  return Response.json(body)
}

function endpointIn(body: JsonObject, name: string, allowed: ReadonlySet<string>): string {
  const url = typeof body[name] === 'string' ? URL.parse(body[name]) : null
  if (url === null || !allowed.has(url.origin))
    throw unavailable(
      new Error(
        `its ${name} is at ${url?.origin ?? 'no URL'}, which is neither its own origin nor in CAY_OIDC_ORIGINS`,
      ),
    )
  return url.href
}

/** Not a script, wherever it is. */
function pageIn(body: JsonObject, name: string): string {
  const url = typeof body[name] === 'string' ? URL.parse(body[name]) : null
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.href
  throw unavailable(new Error(`its ${name} is no URL of a page`))
}

function unknown(message: string, cause?: unknown): ServiceError {
  return new ServiceError('credential_unknown', message, { cause })
}

/** What is wrong with the token, as far as its holder may know. */
function refuse(error: unknown): never {
  if (error instanceof ServiceError) throw error
  if (error instanceof errors.JWTExpired)
    throw new ServiceError('credential_expired', 'the token has expired: sign in again', { cause: error })
  if (error instanceof errors.JWTClaimValidationFailed)
    throw unknown(`the token is not for this installation: its ${error.claim} is another`, error)
  if (error instanceof errors.JWKSInvalid || error instanceof errors.JWKSTimeout) throw unavailable(error)
  if (error instanceof errors.JOSEError || error instanceof TypeError)
    throw unknown('the token is invalid', error)
  throw unavailable(error)
}
