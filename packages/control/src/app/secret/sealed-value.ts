import type { SecretRecord } from '../../ports/secret.ts'
import type { Deps } from '../deps.ts'

type Owned = Pick<SecretRecord, 'teamId' | 'secretId'>

export function sealSecret({ sealer }: Pick<Deps, 'sealer'>, secret: Owned, value: string): string {
  return sealer.seal(value, purposeOf(secret))
}

/** Throws when the value was not encrypted for this secret. */
export function openSecret({ sealer }: Pick<Deps, 'sealer'>, secret: SecretRecord): string {
  return sealer.open(secret.sealed, purposeOf(secret))
}

function purposeOf({ teamId, secretId }: Owned): string {
  return `secret ${secretId} of team ${teamId}`
}
