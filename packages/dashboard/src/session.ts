/** Who is signed in, in this tab: other tabs and later visits sign in themselves. */
import type { components } from '@cay/contract/gen/control/api.js'
import { createStore } from './store.ts'

export interface UserToken {
  readonly token: string
  /** Null: the provider gave none, and the sign-in ends when the token has expired. */
  readonly refreshToken: string | null
  readonly expiresAt: string
}

export type Credential =
  | { readonly kind: 'key'; readonly apiKey: string }
  | ({ readonly kind: 'user' } & UserToken)

export interface Session {
  /** As it was at the sign-in: a user's token is renewed meanwhile. */
  readonly credential: Credential
  /** Of a user with several teams, the one that is shown; the first without it. */
  readonly teamID?: string
  /** Opens the views of whoever runs the installation. */
  readonly adminToken?: string
  readonly caller: components['schemas']['Caller']
}

// The form of what is kept is part of the name: a tab may have been open while Cay was upgraded.
const storageKey = 'cay-session-2'

export const session = createStore<Session | undefined>(readKept())
/** Why somebody has to sign in again. */
export const signOutReason = createStore<string | undefined>(undefined)

export function signIn(opened: Session): void {
  keep(opened)
  signOutReason.set(undefined)
  session.set(opened)
}

export function signOut(reason?: string): void {
  // With it go the names of shells: whoever is next in this tab connects to none of them.
  sessionStorage.clear()
  signOutReason.set(reason)
  session.set(undefined)
}

/**
 * `onChange`: whoever was signed in is not any more, or is with another team, and what the page holds for them has to go. Follows
 * as long as the page is there.
 */
export function followOwner(onChange: () => void): void {
  let last = session.get()
  session.follow(() => {
    const next = session.get()
    const isSame = next?.credential === last?.credential && next?.teamID === last?.teamID
    last = next
    if (!isSame) onChange()
  })
}

/** For the next load of the page; what is shown goes on as it is. */
export function keepToken(token: UserToken): void {
  const current = readKept()
  if (current !== undefined) keep({ ...current, credential: { kind: 'user', ...token } })
}

function keep(opened: Session): void {
  sessionStorage.setItem(storageKey, JSON.stringify(opened))
}

function readKept(): Session | undefined {
  return (JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Session | null) ?? undefined
}
