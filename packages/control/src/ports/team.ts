/** Teams and their keys. */
import type { KeyScope } from '@cay/core/team/key-scope.ts'
import type { TeamLimits } from '@cay/core/team/quotas.ts'

export interface Team {
  readonly teamId: string
  /** Namespace of the team's template names. */
  readonly slug: string
  readonly name: string
  /** Absent: none. */
  readonly limits?: TeamLimits
}

export interface ApiKeyRecord {
  readonly keyId: string
  readonly teamId: string
  readonly name: string
  readonly hash: string
  /** What a list may show of it: its first 2 and last 4 characters after the prefix. */
  readonly maskedStart: string
  readonly maskedEnd: string
  readonly scope: KeyScope
  readonly createdAtMs: number
  /** To the minute; null when it never was. */
  readonly lastUsedAtMs: number | null
}

export interface TeamStore {
  /** Makes the team when there is none of this slug. */
  ensureTeam(team: Team, nowMs: number): Promise<Team>
  findTeam(teamId: string): Promise<Team | undefined>
  /** False when the slug or the id is taken. */
  addTeam(team: Team, nowMs: number): Promise<boolean>
  /** In the order they were made. */
  listTeams(): Promise<Team[]>
  /** Undefined when there is no such team. */
  setTeamLimits(teamId: string, limits: TeamLimits): Promise<Team | undefined>
  /** A key whose hash is known is left as it is. */
  addApiKey(key: ApiKeyRecord): Promise<void>
  findApiKey(hash: string): Promise<ApiKeyRecord | undefined>
  hasApiKeys(teamId: string): Promise<boolean>
  /** In the order they were made. */
  listApiKeys(teamId: string): Promise<ApiKeyRecord[]>
  /** Undefined when the team has no such key. */
  renameApiKey(teamId: string, keyId: string, name: string): Promise<ApiKeyRecord | undefined>
  /** False when the team has no such key. */
  removeApiKey(teamId: string, keyId: string): Promise<boolean>
  markApiKeyUsed(keyId: string, atMs: number): Promise<void>
  /** The value of that name, which is made when there is none. */
  getOrCreateSecret(name: string, make: () => string): Promise<string>
}
