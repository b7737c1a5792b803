/** Resolves the user that a file request acts as, and the path that it refers to. */

import { ServiceError } from '@cay/core/errors.ts'
import { resolvePath } from '@cay/core/files/path.ts'
import { defaultUser, type UserDeps } from '../../app/identity/select-user.ts'
import type { User } from '../../ports/user.ts'
import type { Exchange } from '../respond.ts'

/** Returns the user of the `username` query parameter, or the default user. */
export function fileUser(deps: UserDeps, { url }: Exchange): User {
  return userCalled(deps, url.searchParams.get('username') ?? undefined)
}

/** An undefined name means the default user. An empty name is the name of no user. */
export function userCalled(deps: UserDeps, username: string | undefined): User {
  const user = username === undefined ? defaultUser(deps) : deps.users.find(username)
  if (user !== undefined) return user
  if (username === undefined) throw new ServiceError('request_invalid', 'username not provided')
  throw new ServiceError(
    'user_unknown',
    `error looking up user '${username}': user: unknown user ${username}`,
  )
}

export function userPath({ state }: UserDeps, user: User, path: string): string {
  return resolvePath(path, { home: user.home, defaultWorkdir: state.identity.defaultWorkdir })
}
