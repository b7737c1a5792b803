/**
 * The ledger: the audit log as one chain of hashes for each team, and one for the installation. The hash of an event
 * covers the event and the hash of the one before, so a signed hash (a head) covers everything before it. Retention cuts a
 * chain at its beginning and leaves a signed cut, from which the rest goes on.
 */

/** The hash before the first event. */
export const genesisHash = '0'.repeat(64)

export interface LedgerFields {
  /** Empty: the installation. */
  readonly teamId: string
  readonly atMs: number
  readonly kind: string
  readonly actor: string
  readonly keyId: string | null
  readonly sandboxId: string | null
  readonly subject: string | null
  readonly outcome: string
  readonly status: number | null
  readonly reason: string | null
}

export interface LedgerEntry extends LedgerFields {
  /** From 1 in each chain, without gaps. */
  readonly seq: number
  readonly previousHash: string
  readonly hash: string
}

/** A signed hash: `head` covers all events up to `seq`, `cut` says that those up to `seq` were removed. */
export interface LedgerMark {
  readonly kind: 'head' | 'cut'
  readonly teamId: string
  readonly seq: number
  readonly hash: string
  readonly atMs: number
  readonly signature: string
}

/** The text that is hashed. */
export function hashedText(fields: LedgerFields, seq: number, previousHash: string): string {
  const { teamId, atMs, kind, actor, keyId, sandboxId, subject, outcome, status, reason } = fields
  return JSON.stringify([
    ...['cay-ledger-event-1', previousHash, teamId, seq],
    ...[atMs, kind, actor, keyId, sandboxId, subject, outcome, status, reason],
  ])
}

/** The text that is signed. */
export function signedText({ kind, teamId, seq, hash, atMs }: Omit<LedgerMark, 'signature'>): string {
  return JSON.stringify([`cay-ledger-${kind}-1`, teamId, seq, hash, atMs])
}
