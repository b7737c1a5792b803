/** The identity provider that users sign in at, as the operator configured it. */
import type { OidcSettings } from '@cay/kit/oidc-settings.ts'

export interface IssuerEndpoints {
  readonly authorization: string
  readonly token: string
  readonly revocation: string | undefined
  readonly deviceAuthorization: string | undefined
}

/** The claims of a token that was checked. */
export interface UserClaims extends Readonly<Record<string, unknown>> {
  readonly sub: string
}

export interface Issuer {
  readonly settings: OidcSettings
  /**
   * Checks signature, issuer, audience and time. Throws credential_unknown, credential_expired, issuer_unavailable.
   */
  verify(token: string, nowMs: number): Promise<UserClaims>
  /** As `verify`, for the ID token of a sign-in, whose audience is the client. */
  verifyIdToken(token: string, nowMs: number): Promise<UserClaims>
  /** Throws issuer_unavailable. */
  endpoints(): Promise<IssuerEndpoints>
  /** The fields of its answer, a refusal's too. Throws issuer_unavailable. */
  post(url: string, form: Readonly<Record<string, string>>): Promise<Readonly<Record<string, unknown>>>
}
