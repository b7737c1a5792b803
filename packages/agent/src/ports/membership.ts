/** What control says to its nodes about themselves. */
export interface Membership {
  /** Certificates for the requests (PKCS #10, PEM). */
  renew(requests: { readonly agent: string; readonly proxy: string }): Promise<{
    readonly authority: string
    readonly agent: string
    readonly proxy: string
  }>
  findReplicas(): Promise<readonly string[]>
}
