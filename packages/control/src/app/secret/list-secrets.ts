import { cutPage, decodeToken, type Page } from '@cay/core/page.ts'
import type { SecretRecord } from '../../ports/secret.ts'
import type { Team } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'

/** The common prefix is left out of cursors, which are limited in length. */
const idPrefix = 'sec_'

/** Newest first. Throws request_invalid for an invalid page token. */
export async function listSecrets(
  { store }: Pick<Deps, 'store'>,
  team: Team,
  { limit, nextToken }: { limit: number; nextToken?: string | undefined },
): Promise<Page<SecretRecord>> {
  const after = nextToken === undefined ? undefined : decodeToken(nextToken)
  const found = await store.listSecrets(team.teamId, {
    limit: limit + 1,
    ...(after === undefined ? {} : { after: { ...after, id: idPrefix + after.id } }),
  })
  return cutPage(found, limit, ({ createdAtMs, secretId }) => ({
    atMs: createdAtMs,
    id: secretId.slice(idPrefix.length),
  }))
}
