/** Secrets of teams, and the keys that identity tokens are signed with. */
import type { Cursor } from '@cay/core/page.ts'
import type { SecretSelector } from '@cay/core/secret/secret-rules.ts'

/** A secret of a team. */
export interface SecretRecord {
  readonly secretId: string
  readonly teamId: string
  readonly name: string
  readonly sealed: string
  readonly version: number
  readonly metadata: Readonly<Record<string, string>>
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** Signs identity tokens. */
export interface SigningKeyRecord {
  readonly keyId: string
  /** The private half, as a JSON Web Key. */
  readonly sealed: string
  readonly publicKey: Readonly<Record<string, unknown>>
  readonly createdAtMs: number
}

export interface SecretStore {
  /** False when the team has a secret of that name. */
  insertSecret(secret: SecretRecord): Promise<boolean>
  findSecret(teamId: string, selector: SecretSelector): Promise<SecretRecord | undefined>
  /** One version on. Undefined when there is none. */
  updateSecret(
    secretId: string,
    change: Pick<SecretRecord, 'sealed' | 'updatedAtMs'> & Partial<Pick<SecretRecord, 'metadata'>>,
  ): Promise<SecretRecord | undefined>
  /** False when there is none. */
  removeSecret(secretId: string): Promise<boolean>
  /** Newest first, ties by id. */
  listSecrets(
    teamId: string,
    page: { readonly limit: number; readonly after?: Cursor },
  ): Promise<SecretRecord[]>
  countSecrets(teamId: string): Promise<number>
  listSigningKeys(): Promise<SigningKeyRecord[]>
  /** Keys made before that instant are gone then. */
  addSigningKey(key: SigningKeyRecord, forgetBeforeMs: number): Promise<void>
}
