/** An OpenID Connect provider at a port of this machine, which signs whatever a test wants. Ended with the test. */
import { hash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOidcIssuer } from '@cay/control/edge/issuer/oidc-issuer.ts'
import type { Issuer } from '@cay/control/ports/issuer.ts'
import type { FakeClock } from '@cay/control/sim/fake-clock.ts'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'

export interface ProviderResponse {
  readonly status?: number
  readonly body?: object | string
  readonly location?: string
}

export interface IdentityProvider {
  readonly url: string
  /** As control is configured with it. */
  readonly issuer: Issuer
  readonly key: CryptoKey
  /** Requests by path. */
  readonly requests: Map<string, number>
  /** Replaces an answer, by path. */
  readonly responses: Map<string, (query: URLSearchParams) => ProviderResponse | Promise<ProviderResponse>>
  /** The keys that it publishes. */
  keys: JWK[]
  /** A token for this installation, unless the claims or the header say otherwise; undefined removes a claim. */
  sign(claims?: object, options?: { header?: object; key?: CryptoKey | Uint8Array }): Promise<string>
}

export const clientId = 'cay-client'

export async function startProvider(
  clock: Pick<FakeClock, 'nowMs'>,
  settings: Partial<Issuer['settings']> = {},
): Promise<IdentityProvider> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const keys: JWK[] = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }]
  const requests = new Map<string, number>()
  const responses: IdentityProvider['responses'] = new Map()
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    requests.set(pathname, (requests.get(pathname) ?? 0) + 1)
    let form = ''
    for await (const chunk of request) form += chunk
    const query = new URLSearchParams([...searchParams, ...new URLSearchParams(form)])
    const { status = 200, body = {}, location } = (await responses.get(pathname)?.(query)) ?? usual(pathname)
    response.writeHead(location === undefined ? status : 302, {
      'content-type': 'application/json',
      ...(location === undefined ? {} : { location }),
    })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: IdentityProvider = {
    ...{ url, key: privateKey, requests, responses, keys },
    issuer: createOidcIssuer({
      ...{ issuer: url, clientId, audience: clientId, claim: 'groups', origins: [], keyDays: 30 },
      ...settings,
    }),
    async sign(claims = {}, { header = {}, key = privateKey } = {}) {
      const nowSeconds = Math.floor(clock.nowMs() / 1000)
      return await new SignJWT({
        ...{ iss: url, aud: clientId, sub: 'alice', email: 'alice@example.com', email_verified: true },
        ...{ iat: nowSeconds, exp: nowSeconds + 300, groups: ['cay:default:admin'] },
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', kid: 'one', ...header })
        .sign(key)
    },
  }
  function usual(path: string): ProviderResponse {
    if (path === '/.well-known/openid-configuration') return { body: metadataOf(url) }
    return path === '/keys' ? { body: { keys: provider.keys } } : { status: 404 }
  }
  return provider
}

export function metadataOf(url: string) {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    revocation_endpoint: `${url}/revoke`,
    device_authorization_endpoint: `${url}/device`,
    jwks_uri: `${url}/keys`,
  }
}

const refreshToken = 'the-refresh-token'

/** Who opens its page is signed in as Alice; a code is good once, for the sign-in that it was given for. */
export function answerLogins({ responses, sign }: IdentityProvider, claims: () => object = () => ({})): void {
  let begun = new URLSearchParams()
  let isUsed = false
  responses.set('/authorize', (query) => {
    begun = query
    isUsed = false
    const back = new URL(query.get('redirect_uri') ?? '')
    back.search = new URLSearchParams({ code: 'the-code', state: query.get('state') ?? '' }).toString()
    return { location: back.href }
  })
  const isRightCode = (query: URLSearchParams) =>
    !isUsed &&
    query.get('code') === 'the-code' &&
    query.get('redirect_uri') === begun.get('redirect_uri') &&
    hash('sha256', query.get('code_verifier') ?? '', 'base64url') === begun.get('code_challenge')
  responses.set('/token', async (query) => {
    const isRight =
      query.get('grant_type') === 'refresh_token'
        ? query.get('refresh_token') === refreshToken
        : isRightCode(query)
    if (!isRight) return { status: 400, body: { error: 'invalid_grant' } }
    isUsed = true
    const idToken = await sign({ ...claims(), nonce: begun.get('nonce') })
    return {
      body: { access_token: await sign(claims()), id_token: idToken, refresh_token: refreshToken },
    }
  })
}
