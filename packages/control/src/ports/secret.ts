/** Secrets of teams, and the keys that sign identity tokens. */
import type { Cursor } from '@cay/core/page.ts'
import type { SecretSelector } from '@cay/core/secret/secret-rules.ts'

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

/** A key that signs identity tokens. */
export interface SigningKeyRecord {
  readonly keyId: string
  /** The private key as an encrypted JSON Web Key. */
  readonly sealed: string
  readonly publicKey: Readonly<Record<string, unknown>>
  readonly createdAtMs: number
}

export interface SecretStore {
  /** Returns false when the team already has a secret with that name. */
  insertSecret(secret: SecretRecord): Promise<boolean>
  findSecret(teamId: string, selector: SecretSelector): Promise<SecretRecord | undefined>
  /** Increments the version. Undefined when the secret does not exist. */
  updateSecret(
    secretId: string,
    change: Pick<SecretRecord, 'sealed' | 'updatedAtMs'> & Partial<Pick<SecretRecord, 'metadata'>>,
  ): Promise<SecretRecord | undefined>
  /** Returns false when the secret does not exist. */
  removeSecret(secretId: string): Promise<boolean>
  /** Newest first, ties by id. */
  listSecrets(
    teamId: string,
    page: { readonly limit: number; readonly after?: Cursor },
  ): Promise<SecretRecord[]>
  countSecrets(teamId: string): Promise<number>
  listSigningKeys(): Promise<SigningKeyRecord[]>
  /** Adds the key and deletes keys that were created before `forgetBeforeMs`. */
  addSigningKey(key: SigningKeyRecord, forgetBeforeMs: number): Promise<void>
}
