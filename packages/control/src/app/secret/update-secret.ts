import { checkSecretMetadata, checkSecretValue, secretNotFound } from '@cay/core/secret/secret-rules.ts'
import type { SecretRecord } from '../../ports/secret.ts'
import type { Team } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'
import { findSecret } from './find-secret.ts'
import { sealSecret } from './sealed-value.ts'

export interface SecretUpdate {
  readonly value: string
  /** Replaces the metadata; absent leaves it unchanged. */
  readonly metadata?: Readonly<Record<string, string>>
}

/** Stores a new version, which requests use within moments. Throws request_invalid, not_found. */
export async function updateSecret(
  deps: Pick<Deps, 'store' | 'clock' | 'sealer' | 'log'>,
  { team, selector }: { team: Team; selector: string },
  { value, metadata }: SecretUpdate,
): Promise<SecretRecord> {
  checkSecretValue(value)
  if (metadata !== undefined) checkSecretMetadata(metadata)
  const secret = await findSecret(deps, team, selector)
  const changed = await deps.store.updateSecret(secret.secretId, {
    sealed: sealSecret(deps, secret, value),
    updatedAtMs: deps.clock.nowMs(),
    ...(metadata === undefined ? {} : { metadata }),
  })
  if (changed === undefined) throw secretNotFound()
  deps.log.info(
    { event: 'secret.updated', secretID: secret.secretId, version: changed.version },
    'updated a secret',
  )
  return changed
}
