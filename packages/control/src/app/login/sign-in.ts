import type { components } from '@cay/contract/gen/control/api.js'
import type { Deps } from '../deps.ts'
import { loginScopes } from './cli-login.ts'

/** How users sign in, for pages and command lines. Throws issuer_unavailable. */
export async function describeSignIn({
  issuer,
}: Pick<Deps, 'issuer'>): Promise<components['schemas']['SignIn']> {
  if (issuer === undefined) return { oidc: null }
  const { authorization, token, revocation, deviceAuthorization } = await issuer.endpoints()
  return {
    oidc: {
      issuer: issuer.settings.issuer,
      clientID: issuer.settings.clientId,
      scope: loginScopes,
      authorizationEndpoint: authorization,
      tokenEndpoint: token,
      deviceAuthorizationEndpoint: deviceAuthorization ?? null,
      revocationEndpoint: revocation ?? null,
    },
  }
}
