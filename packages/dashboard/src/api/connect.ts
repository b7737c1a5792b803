/** The connections of whoever is signed in. */
import { notify } from '../parts/notices.tsx'
import { keepToken, type Session, session, signIn, signOut, type UserToken } from '../session.ts'
import { connectAsAdmin, connectAsTeam } from './api.ts'
import type { Connections } from './context.ts'
import { holdCredential } from './credential.ts'
import { renewToken } from './tokens.ts'

export function connect(opened: Session): Connections {
  const { credential, teamID, adminToken } = opened
  const present = session.get()
  const onRenewed = (token: UserToken) => {
    // Somebody else may have signed in since the renewal was asked for.
    if (session.get() === present) keepToken(token)
  }
  const holder = holdCredential(credential, { exchange: renewToken, onRenewed })
  const why =
    credential.kind === 'key'
      ? 'You were signed out: the API key is not valid any more.'
      : 'You were signed out: your sign-in at the identity provider has ended.'
  const onRefused = () => {
    // Somebody else may have signed in since the request was sent.
    if (session.get() === opened) signOut(why)
  }
  // It closes its views and leaves the rest open.
  const onAdminRefused = () => {
    if (session.get() !== opened) return
    const { adminToken: _, ...rest } = opened
    signIn({ ...rest, credential: holder.get() })
    notify('error', 'The admin token is not valid any more: its views are closed.')
  }
  return {
    team: connectAsTeam({ holder, onRefused, ...(teamID === undefined ? {} : { teamID }) }),
    credential: holder.get,
    ...(adminToken === undefined ? {} : { admin: connectAsAdmin(adminToken, onAdminRefused) }),
  }
}
