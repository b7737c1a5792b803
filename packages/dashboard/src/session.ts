/** Who is signed in, in this tab: other tabs and later visits sign in themselves. */
import { createStore } from './store.ts'

export interface Session {
  readonly apiKey: string
  /** Opens the views of whoever runs the installation. */
  readonly adminToken?: string
}

const storageKey = 'cay-session'

export const session = createStore<Session | undefined>(readKept())
/** Why somebody has to sign in again. */
export const signOutReason = createStore<string | undefined>(undefined)

export function signIn(opened: Session): void {
  sessionStorage.setItem(storageKey, JSON.stringify(opened))
  signOutReason.set(undefined)
  session.set(opened)
}

export function signOut(reason?: string): void {
  sessionStorage.removeItem(storageKey)
  signOutReason.set(reason)
  session.set(undefined)
}

function readKept(): Session | undefined {
  const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
  if (typeof kept !== 'object' || kept === null || !('apiKey' in kept)) return undefined
  const adminToken = 'adminToken' in kept ? { adminToken: String(kept.adminToken) } : {}
  return { apiKey: String(kept.apiKey), ...adminToken }
}
