import { ServiceError } from '@cay/core/errors.ts'
import { type ApiOperation, allowsOperation, type KeyScope } from '@cay/core/team/key-scope.ts'
import type { Team } from '../../ports/team.ts'

/** Who signed in at the identity provider. */
export interface User {
  /** The issuer and the user's id there. */
  readonly subject: string
  /** What stands for the user in the audit log. */
  readonly actor: string
  /** For people: the address, where the provider has verified it, else the id. */
  readonly name: string
  /** All teams in which the user has a role, with the scope of it. */
  readonly teams: readonly UserTeam[]
}

export interface UserTeam {
  readonly team: Team
  readonly scope: KeyScope
}

/** The authenticated team, and the key that was used or the user. */
export interface Caller {
  readonly team: Team
  /** Of a user: the actor. */
  readonly keyId: string
  readonly scope: KeyScope
  /** Null for a key that does not expire. */
  readonly keyExpiresAtMs: number | null
  /** Absent for a key. */
  readonly user?: User
}

/** Throws forbidden. */
export function checkScope({ scope, user }: Caller, operation: ApiOperation): void {
  if (allowsOperation(scope, operation)) return
  const holder = user === undefined ? 'this API key is' : 'your role in this team is'
  throw new ServiceError('forbidden', `${holder} ${scope}: it does not open this`)
}
