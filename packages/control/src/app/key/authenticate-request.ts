import { ServiceError } from '@cay/core/errors.ts'
import type { Deps } from '../deps.ts'
import { authenticate } from './authenticate.ts'
import { authenticateUser, chooseTeam } from './authenticate-user.ts'
import type { Caller } from './caller.ts'

export interface RequestCredentials {
  readonly apiKey: string | undefined
  readonly authorization: string | undefined
  readonly teamId: string | undefined
}

/**
 * An API key counts before a user's token. Throws credential_missing, credential_malformed, credential_unknown, credential_expired,
 * forbidden, issuer_unavailable.
 */
export async function authenticateRequest(
  deps: Pick<Deps, 'store' | 'clock' | 'issuer'>,
  { apiKey, authorization, teamId }: RequestCredentials,
): Promise<Caller> {
  const isKeySent = apiKey !== undefined && apiKey !== ''
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (isKeySent || token === undefined) return await authenticate(deps, apiKey)
  if (deps.issuer === undefined)
    throw new ServiceError(
      'credential_missing',
      'this installation has no sign-in: send an API key in X-API-Key',
    )
  return chooseTeam(await authenticateUser(deps, deps.issuer, token), teamId)
}
