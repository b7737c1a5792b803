import { parseSecretSelector, secretNotFound } from '@cay/core/secret/secret-rules.ts'
import type { SecretRecord } from '../../ports/secret.ts'
import type { Team } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'

/** Finds a secret by id or name. Throws not_found, also for another team's secret. */
export async function findSecret(
  { store }: Pick<Deps, 'store'>,
  team: Team,
  selector: string,
): Promise<SecretRecord> {
  const parsed = parseSecretSelector(selector)
  const secret = parsed === undefined ? undefined : await store.findSecret(team.teamId, parsed)
  if (secret === undefined) throw secretNotFound()
  return secret
}
