/** Selects the user that a request acts as. */

import { ServiceError } from '@cay/core/errors.ts'
import type { User, UserDirectory } from '../../ports/user.ts'
import type { SandboxState } from './sandbox-state.ts'

export interface UserDeps {
  readonly users: UserDirectory
  readonly state: SandboxState
}

const usualUser = 'user'
const lastResort = 'root'

/** Returns the named user, or the default user. `named` is undefined if the request names none. */
export function selectUser(deps: UserDeps, named: string | undefined): User {
  const user = named === undefined ? defaultUser(deps) : namedUser(deps, named)
  if (user === undefined) throw new ServiceError('user_unknown', 'no user specified')
  return user
}

export function namedUser({ users }: UserDeps, name: string): User {
  const user = users.find(name)
  if (user === undefined) throw new ServiceError('user_unknown', `invalid username: '${name}'`)
  return user
}

/**
 * Returns the template's default user, else `user` if the image has that account, else root. An image may have no
 * accounts at all.
 */
export function defaultUser({ users, state }: UserDeps): User | undefined {
  const configured = state.identity.defaultUser
  if (configured !== undefined) return namedUser({ users, state }, configured)
  return users.find(usualUser) ?? users.find(lastResort)
}
