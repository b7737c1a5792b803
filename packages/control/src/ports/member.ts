import type { Lease } from './replica.ts'

/** The nodes that may link to control, and the tokens that let machines become nodes. */
export interface MemberRecord {
  readonly nodeId: string
  /** Serials of the agent's certificate: the last that was issued, and the one that it was issued to. */
  readonly serial: string
  readonly previousSerial: string
}

export interface JoinTokenRecord {
  readonly tokenId: string
  /** SHA-256 of the secret, in hex. */
  readonly secretHash: string
  readonly expiresAtMs: number
  /** The id that the node gets; null: one of its own. */
  readonly nodeId: string | null
}

export interface JoinRecord {
  readonly tokenId: string
  /** SHA-256 of the node's key, in hex: whoever repeats a join has the same one. */
  readonly keyHash: string
  readonly nodeId: string
  readonly name: string
  readonly serial: string
  readonly nowMs: number
}

export type JoinOutcome = 'joined' | 'token_used' | 'name_taken'

export interface MemberStore {
  addJoinToken(token: JoinTokenRecord): Promise<void>
  findJoinToken(tokenId: string): Promise<JoinTokenRecord | undefined>
  /** Uses the token up and adds the node with its certificate, all or nothing. */
  joinMember(join: JoinRecord): Promise<JoinOutcome>
  /** Says that a control process serves nodes there; returns all such addresses. */
  renewAddress(address: string, lease: Lease): Promise<string[]>
  removeAddress(address: string): Promise<void>
  /** Undefined for a node that was removed. */
  findMember(nodeId: string): Promise<MemberRecord | undefined>
  /** From now on the node's certificates are refused; false when it has none. */
  revokeMember(nodeId: string): Promise<boolean>
  /** Records a certificate that is issued to the holder of another; false when that is no member's at present. */
  renewMember(nodeId: string, serials: { readonly held: string; readonly issued: string }): Promise<boolean>
}

/** What all nodes have in common; none of it is a credential. An empty text: none. */
export interface NodeSettings {
  readonly domain: string
  readonly blobsUrl: string
  /** Of the tokens of users. */
  readonly oidcIssuer: string
}
