import { ServiceError } from '@cay/core/errors.ts'
import {
  checkSecretMetadata,
  checkSecretValue,
  makeSecretId,
  parseSecretName,
  secretBounds,
  secretIdBytes,
} from '@cay/core/secret/secret-rules.ts'
import type { SecretRecord } from '../../ports/secret.ts'
import type { Team } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'
import { sealSecret } from './sealed-value.ts'

export type CreateSecretDeps = Pick<Deps, 'store' | 'clock' | 'sealer' | 'randomBytes' | 'log'>

export interface NewSecret {
  readonly name: string
  readonly value: string
  readonly metadata?: Readonly<Record<string, string>>
}

/** Throws request_invalid, already_exists (also when the team is at its limit of secrets). */
export async function createSecret(
  deps: CreateSecretDeps,
  team: Team,
  request: NewSecret,
): Promise<SecretRecord> {
  const { teamId } = team
  const name = parseSecretName(request.name)
  const metadata = request.metadata ?? {}
  checkSecretValue(request.value)
  checkSecretMetadata(metadata)
  if ((await deps.store.countSecrets(teamId)) >= secretBounds.countMax)
    throw new ServiceError('already_exists', `A team has at most ${secretBounds.countMax} secrets`)
  const nowMs = deps.clock.nowMs()
  const secretId = makeSecretId(nowMs, deps.randomBytes(secretIdBytes))
  const record: SecretRecord = {
    secretId,
    teamId,
    name,
    sealed: sealSecret(deps, { teamId, secretId }, request.value),
    version: 1,
    metadata,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
  if (!(await deps.store.insertSecret(record)))
    throw new ServiceError('already_exists', 'A secret with this name already exists')
  deps.log.info({ event: 'secret.created', secretID: secretId }, 'created a secret')
  return record
}
