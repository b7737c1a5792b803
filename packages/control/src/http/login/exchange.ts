/** Tokens for pages. It takes no credential: it is where one comes from. */
import type { components } from '@cay/contract/gen/control/api.js'
import { operations } from '@cay/contract/gen/control/operations.js'
import { formatInstant } from '@cay/core/instant.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../app/deps.ts'
import { exchangeToken, type Grant } from '../../app/login/exchange-token.ts'
import { invalid, parseBody } from '../validate.ts'
import { needIssuer } from './need-issuer.ts'

type TokenRequest = components['schemas']['TokenRequest']

export function addTokenExchange(app: FastifyInstance, deps: Deps): void {
  app.post(operations.exchangeToken.url, { config: { keyless: 'sign-in' } }, async (request, reply) => {
    const grant = grantOf(parseBody<TokenRequest>(operations.exchangeToken, request.body))
    const {
      token,
      refreshToken = null,
      expiresAtMs,
      name,
    } = await exchangeToken(deps, needIssuer(deps), grant)
    const body: components['schemas']['UserToken'] = {
      ...{ token, refreshToken, name },
      expiresAt: formatInstant(expiresAtMs),
    }
    return reply.header('cache-control', 'no-store').send(body)
  })
}

/** Throws request_invalid. */
function grantOf(body: TokenRequest | undefined): Grant {
  if (body === undefined) throw invalid('body', 'is required')
  const need = (name: Exclude<keyof typeof body, 'grantType'>): string => {
    const value = body[name]
    if (value === undefined) throw invalid(`body.${name}`, 'is required')
    return value
  }
  if (body.grantType === 'refresh_token') return { kind: 'refresh', refreshToken: need('refreshToken') }
  return {
    kind: 'code',
    ...{ code: need('code'), codeVerifier: need('codeVerifier') },
    ...{ redirectUri: need('redirectURI'), nonce: need('nonce') },
  }
}
