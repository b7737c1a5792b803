/**
 * What `cay cluster token` prints and `cay join` takes: `ID.SECRET.AUTHORITY`. The last part is the SHA-256 of the cluster's
 * authority, so a node knows the cluster before it tells it anything.
 */

export interface JoinToken {
  readonly id: string
  readonly secret: string
  /** SHA-256 of the authority's certificate (DER), in hex. */
  readonly authorityHash: string
}

const pattern = /^([0-9a-f]{16})\.([0-9a-f]{64})\.([0-9a-f]{64})$/

export function renderJoinToken({ id, secret, authorityHash }: JoinToken): string {
  return `${id}.${secret}.${authorityHash}`
}

/** Undefined for any other text. */
export function parseJoinToken(text: string): JoinToken | undefined {
  const [, id, secret, authorityHash] = pattern.exec(text.trim()) ?? []
  if (id === undefined || secret === undefined || authorityHash === undefined) return undefined
  return { id, secret, authorityHash }
}
