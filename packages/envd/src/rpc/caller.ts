/** Identifies the caller: `Authorization: Basic` names a user of the sandbox; the password is ignored. */

import { type ContextKey, createContextKey, type HandlerContext, type Interceptor } from '@connectrpc/connect'
import { namedUser, selectUser, type UserDeps } from '../app/identity/select-user.ts'
import type { User } from '../ports/user.ts'
import { toConnectError } from './errors.ts'

const namedCaller: ContextKey<User | undefined> = createContextKey<User | undefined>(undefined)

/** An unknown user is rejected for every call, even for calls that need no user. */
export function callerInterceptor(deps: UserDeps): Interceptor {
  return (next) => async (request) => {
    try {
      const name = basicUser(request.header.get('authorization'))
      if (name !== undefined) request.contextValues.set(namedCaller, namedUser(deps, name))
    } catch (error) {
      throw toConnectError(error)
    }
    return next(request)
  }
}

/** Returns the user named by the call, or the sandbox's default user. */
export function callerOf(deps: UserDeps, context: HandlerContext): User {
  return context.values.get(namedCaller) ?? selectUser(deps, undefined)
}

function basicUser(header: string | null): string | undefined {
  const encoded = /^basic\s+(.*)$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : text.slice(0, colon)
}
