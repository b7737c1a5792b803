/** Who a file call acts as, and which path it means. */

import { ServiceError } from '@cay/core/errors.ts'
import { resolvePath } from '@cay/core/files/path.ts'
import { selectUser, type UserDeps } from '../app/select-user.ts'
import type { User } from '../ports.ts'
import type { Exchange } from './respond.ts'

/** The user of the `username` query, else the default one. An empty name is a name that nobody has. */
export function fileUser(deps: UserDeps, { url }: Exchange): User {
  const username = url.searchParams.get('username')
  if (username === null) return selectUser(deps, undefined)
  const user = deps.users.find(username)
  if (user !== undefined) return user
  throw new ServiceError(
    'user_unknown',
    `error looking up user '${username}': user: unknown user ${username}`,
  )
}

export function userPath({ state }: UserDeps, user: User, path: string): string {
  return resolvePath(path, { home: user.home, defaultWorkdir: state.identity.defaultWorkdir })
}
