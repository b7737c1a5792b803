/** Checks credentials, and signs in with them. */
import { connectAsAdmin, connectAsTeam, take } from '../api/api.ts'
import { ApiError } from '../api/api-error.ts'
import { holdCredential } from '../api/credential.ts'
import { type Credential, signIn } from '../session.ts'

export interface Credentials {
  readonly credential: Credential
  readonly adminToken?: string
}

/** Throws an error that says which of them is refused. */
export async function openSession({ credential, adminToken }: Credentials): Promise<void> {
  const holder = holdCredential(credential, {
    // It is new.
    exchange: () => Promise.reject(new Error('a new token cannot be renewed')),
    onRenewed: () => undefined,
  })
  const team = connectAsTeam({ holder, onRefused: () => undefined })
  const refused =
    credential.kind === 'key' ? 'This API key is not valid.' : 'Your token is not valid here: sign in again.'
  const caller = await checked(() => take(team.GET('/auth/caller')), refused)
  if (adminToken !== undefined)
    await checked(
      () => take(connectAsAdmin(adminToken, () => undefined).GET('/nodes')),
      'This admin token is not valid.',
    )
  signIn({ credential, caller, ...(adminToken === undefined ? {} : { adminToken }) })
}

async function checked<T>(call: () => Promise<T>, refused: string): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw error instanceof ApiError && error.status === 401 ? new Error(refused, { cause: error }) : error
  }
}
