/** Tokens that let a machine become a node: for an hour, once. Only a hash of the secret is kept. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { type JoinToken, renderJoinToken } from '@cay/core/cluster/join-token.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { fingerprintOf } from '@cay/kit/certificates/members.ts'
import type { JoinTokenRecord } from '../../ports/member.ts'
import type { Deps } from '../deps.ts'

const tokenMs = 3_600_000
const idBytes = 8
const secretBytes = 32

/** `nodeId`: what the node is called in records that exist already. */
export async function createJoinToken(
  { store, clock, randomBytes }: Pick<Deps, 'store' | 'clock' | 'randomBytes'>,
  { authority, nodeId }: { readonly authority: string; readonly nodeId: string | null },
): Promise<string> {
  const token: JoinToken = {
    id: Buffer.from(randomBytes(idBytes)).toString('hex'),
    secret: Buffer.from(randomBytes(secretBytes)).toString('hex'),
    authorityHash: fingerprintOf(authority),
  }
  const record = { tokenId: token.id, secretHash: hashOf(token.secret), expiresAtMs: clock.nowMs() + tokenMs }
  await store.addJoinToken({ ...record, nodeId })
  return renderJoinToken(token)
}

/** Throws credential_unknown for a token that is unknown or expired. It may have been used. */
export async function findJoinToken(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { tokenId, secret }: { readonly tokenId: string; readonly secret: string },
): Promise<JoinTokenRecord> {
  const token = await store.findJoinToken(tokenId)
  if (token === undefined || !isSecretOf(token, secret))
    throw new ServiceError(
      'credential_unknown',
      'the token is not one of this cluster: `cay cluster token` makes one',
    )
  if (token.expiresAtMs <= clock.nowMs())
    throw new ServiceError(
      'credential_unknown',
      'the token has expired: `cay cluster token` makes another one',
    )
  return token
}

function isSecretOf({ secretHash }: JoinTokenRecord, secret: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(secretHash))
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
