import { secretNotFound } from '@cay/core/secret/secret-rules.ts'
import type { Team } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'
import { findSecret } from './find-secret.ts'

/** Requests that use the secret fail within moments. Throws not_found. */
export async function deleteSecret(
  deps: Pick<Deps, 'store' | 'log'>,
  team: Team,
  selector: string,
): Promise<void> {
  const { secretId } = await findSecret(deps, team, selector)
  if (!(await deps.store.removeSecret(secretId))) throw secretNotFound()
  deps.log.info({ event: 'secret.deleted', secretID: secretId }, 'deleted a secret')
}
