import { ServiceError } from '@cay/core/errors.ts'
import type { Deps } from '../../app/deps.ts'
import type { Issuer } from '../../ports/issuer.ts'

/** Throws not_found. */
export function needIssuer({ issuer }: Pick<Deps, 'issuer'>): Issuer {
  if (issuer !== undefined) return issuer
  throw new ServiceError('not_found', 'this installation has no sign-in')
}
