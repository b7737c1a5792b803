/** Signed file URLs: the text that is hashed, and the expiry of a signature. Hashing itself needs a platform. */

export interface SignedFileCall {
  /** The query value, decoded, before any resolution; empty when absent. */
  readonly path: string
  readonly operation: 'read' | 'write'
  /** The query value; empty when absent. */
  readonly username: string
  readonly token: string
  /** Unix seconds, as text of the query; absent when the parameter is absent. */
  readonly expiration: string | undefined
}

/** The text whose UTF-8 bytes are hashed with SHA-256. */
export function signedText(call: SignedFileCall): string {
  const parts = [call.path, call.operation, call.username, call.token]
  return (call.expiration === undefined ? parts : [...parts, call.expiration]).join(':')
}

/** `digest` in standard base64, with or without padding. */
export function signatureOf(digest: string): string {
  return `v1_${digest.replace(/=+$/, '')}`
}

/** Whole seconds: a signature is valid during the second that it names. */
export function isExpired(expiration: string, nowMs: number): boolean {
  return Number(expiration) < Math.floor(nowMs / 1000)
}
