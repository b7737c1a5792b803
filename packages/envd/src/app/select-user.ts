/** Which user a request acts as. */

import { ServiceError } from '@cay/core/errors.ts'
import type { User, UserDirectory } from '../ports/user.ts'
import type { SandboxState } from './sandbox-state.ts'

export interface UserDeps {
  readonly users: UserDirectory
  readonly state: SandboxState
}

const usualUser = 'user'
const lastResort = 'root'

/** The user named, else the default one. `named` is undefined when the request names nobody. */
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

/** The template's default user, else `user` where the image has one, else root; an image may have nobody. */
export function defaultUser({ users, state }: UserDeps): User | undefined {
  const configured = state.identity.defaultUser
  if (configured !== undefined) return namedUser({ users, state }, configured)
  return users.find(usualUser) ?? users.find(lastResort)
}
