/** Tokens of users, which control gets from the identity provider. */
import type { UserToken } from '../session.ts'
import { openApi, take } from './api.ts'

export interface Code {
  readonly code: string
  readonly codeVerifier: string
  readonly nonce: string
  readonly redirectURI: string
}

export async function exchangeCode(code: Code): Promise<UserToken> {
  return await take(openApi.POST('/auth/token', { body: { grantType: 'authorization_code', ...code } }))
}

export async function renewToken(refreshToken: string): Promise<UserToken> {
  return await take(openApi.POST('/auth/token', { body: { grantType: 'refresh_token', refreshToken } }))
}
