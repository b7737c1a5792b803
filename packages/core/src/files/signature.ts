/** Signed file URLs: what is hashed, and when a signature is too old. Hashing itself needs a platform. */

export interface SignedFileCall {
  /** The query value, decoded, before any resolution; empty when absent. */
  readonly path: string
  readonly operation: 'read' | 'write'
  /** The query value; empty when absent. */
  readonly username: string
  readonly token: string
  /** Unix seconds, as text of the query; absent when the parameter is. */
  readonly expiration: string | undefined
}

/** The UTF-8 bytes of this text go through SHA-256. */
export function signedText(call: SignedFileCall): string {
  const parts = [call.path, call.operation, call.username, call.token]
  return (call.expiration === undefined ? parts : [...parts, call.expiration]).join(':')
}

/** `digest` in standard base64, with or without padding. */
export function signatureOf(digest: string): string {
  return `v1_${digest.replace(/=+$/, '')}`
}

/** Whole seconds: a signature is good during the second it names. */
export function isExpired(expiration: string, nowMs: number): boolean {
  return Number(expiration) < Math.floor(nowMs / 1000)
}
