/** Teams and their API keys. */
import type { KeyScope } from '@cay/core/team/key-scope.ts'
import type { TeamLimits } from '@cay/core/team/quotas.ts'

export interface Team {
  readonly teamId: string
  /** Namespace of the team's template names. */
  readonly slug: string
  readonly name: string
  /** Absent: unlimited. */
  readonly limits?: TeamLimits
  /** Its sandboxes and builds are placed on nodes that have all of these labels. Absent: on any. */
  readonly nodeLabels?: readonly string[]
}

export interface ApiKeyRecord {
  readonly keyId: string
  readonly teamId: string
  readonly name: string
  readonly hash: string
  /** The part of the key that lists may show: its first 2 and last 4 characters after the prefix. */
  readonly maskedStart: string
  readonly maskedEnd: string
  readonly scope: KeyScope
  readonly createdAtMs: number
  /** To the minute; null when the key was never used. */
  readonly lastUsedAtMs: number | null
  /** Null: it does not expire. */
  readonly expiresAtMs: number | null
  /** Of a key that a user's sign-in created. */
  readonly login?: LoginKey
}

export interface LoginKey {
  /** The issuer and the user's id there. */
  readonly subject: string
  /** The key itself, so that the next sign-in gets the same one. */
  readonly sealedKey: string
}

export interface TeamStore {
  /** Creates the team when no team has this slug. */
  ensureTeam(team: Team, nowMs: number): Promise<Team>
  findTeam(teamId: string): Promise<Team | undefined>
  /** Those that exist, in no order. */
  findTeamsBySlug(slugs: readonly string[]): Promise<Team[]>
  /** Returns false when the slug or the id is taken. */
  addTeam(team: Team, nowMs: number): Promise<boolean>
  /** In the order of creation. */
  listTeams(): Promise<Team[]>
  /** Undefined when the team does not exist. */
  setTeamLimits(teamId: string, limits: TeamLimits): Promise<Team | undefined>
  /** An empty list removes them. Undefined when the team does not exist. */
  setTeamNodeLabels(teamId: string, labels: readonly string[]): Promise<Team | undefined>
  /** A key whose hash is already stored is left unchanged. */
  addApiKey(key: ApiKeyRecord): Promise<void>
  findApiKey(hash: string): Promise<ApiKeyRecord | undefined>
  /** The keys of the team that sign-ins of this user created. */
  listLoginKeys(teamId: string, subject: string): Promise<ApiKeyRecord[]>
  hasApiKeys(teamId: string): Promise<boolean>
  /** In the order of creation. */
  listApiKeys(teamId: string): Promise<ApiKeyRecord[]>
  /** Undefined when the team has no such key. */
  renameApiKey(teamId: string, keyId: string, name: string): Promise<ApiKeyRecord | undefined>
  /** Returns false when the team has no such key. */
  removeApiKey(teamId: string, keyId: string): Promise<boolean>
  markApiKeyUsed(keyId: string, atMs: number): Promise<void>
  /** Returns the stored value of that name, and creates it when there is none. */
  getOrCreateSecret(name: string, make: () => string): Promise<string>
}
