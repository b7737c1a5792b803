/** What requests are sent with. */
import type { Credential, UserToken } from '../session.ts'
import { ApiError } from './api-error.ts'

export interface Holder {
  headers(): Promise<Readonly<Record<string, string>>>
  /** After a refusal. Returns whether there is another credential now. */
  renew(): Promise<boolean>
  /** The present one. */
  get(): Credential
}

/** A token is renewed this long before its end, so that no request is refused on account of it. */
const renewBeforeMs = 30_000

export interface Renewal {
  readonly exchange: (refreshToken: string) => Promise<UserToken>
  readonly onRenewed: (token: UserToken) => void
}

export function holdCredential(credential: Credential, renewal: Renewal): Holder {
  return credential.kind === 'key' ? holdKey(credential) : holdToken(credential, renewal)
}

function holdKey(key: Credential & { readonly kind: 'key' }): Holder {
  return {
    headers: async () => ({ 'X-API-Key': key.apiKey }),
    renew: async () => false,
    get: () => key,
  }
}

function holdToken(first: UserToken, { exchange, onRenewed }: Renewal): Holder {
  let current = first
  let renewing: Promise<boolean> | undefined
  const renewNow = async (): Promise<boolean> => {
    if (current.refreshToken === null) return false
    try {
      current = await exchange(current.refreshToken)
      onRenewed(current)
      return true
    } catch (error) {
      if (error instanceof ApiError && isRefusal(error.status)) return false
      throw error
    }
  }
  // Of many requests at once the first renews it: a refresh token may be good for one use only.
  const renew = () => {
    renewing ??= renewNow().finally(() => {
      renewing = undefined
    })
    return renewing
  }
  return {
    headers: async () => {
      if (Date.parse(current.expiresAt) - Date.now() < renewBeforeMs) await renew()
      return { Authorization: `Bearer ${current.token}` }
    },
    renew,
    get: () => ({ kind: 'user', ...current }),
  }
}

function isRefusal(status: number): boolean {
  return status === 400 || status === 401 || status === 403
}
