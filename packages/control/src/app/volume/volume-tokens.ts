/** Tokens for the content of a volume: JWTs that control signs and checks itself. */
import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { volumeTokenIssuer } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../../ports/host.ts'
import type { Store } from '../../ports/store.ts'
import type { VolumeRecord } from '../../ports/volume.ts'

const algorithm = 'HS256'
const signingKeyId = 'volume-1'
const tokenSeconds = 3600
/** Of tokens of an installation without a domain. */
const localAudience = 'cay-volumes'

/** For whom a token was made. */
export interface TokenHolder {
  readonly teamId: string
  /** The key that asked for the token, for the audit log. Null for a token of an earlier version. */
  readonly keyId: string | null
}

export interface VolumeTokens {
  mint(volume: VolumeRecord, keyId: string): Promise<string>
  /** Whose the token of this volume is. Throws credential_missing, credential_unknown. */
  check(header: string | undefined, volumeId: string): Promise<TokenHolder>
}

export async function createVolumeTokens(
  store: Store,
  { clock, domain }: { clock: Clock; domain: string | null },
): Promise<VolumeTokens> {
  const seed = await store.getOrCreateSecret('volume-token-seed', () => randomBytes(32).toString('hex'))
  const key: KeyObject = createSecretKey(seed, 'hex')
  const audience = domain === null ? localAudience : `https://api.${domain}`
  return {
    async mint({ volumeId, teamId }, keyId) {
      const nowSeconds = Math.floor(clock.nowMs() / 1000)
      return await new SignJWT({ teamid: teamId, volid: volumeId, voltype: 'cay', keyid: keyId })
        .setProtectedHeader({ alg: algorithm, kid: signingKeyId, typ: 'JWT' })
        .setSubject(teamId)
        .setAudience(audience)
        .setIssuer(volumeTokenIssuer)
        .setIssuedAt(nowSeconds)
        .setNotBefore(nowSeconds)
        .setExpirationTime(nowSeconds + tokenSeconds)
        .setJti(randomUUID())
        .sign(key)
    },
    async check(header, volumeId) {
      const [, token] = /^Bearer (\S+)$/i.exec(header ?? '') ?? []
      if (token === undefined)
        throw new ServiceError('credential_missing', 'the content of a volume needs its token')
      const expected = {
        algorithms: [algorithm],
        audience,
        issuer: volumeTokenIssuer,
        currentDate: new Date(clock.nowMs()),
      }
      const claims = await jwtVerify(token, key, expected).then(
        ({ payload }) => payload,
        (cause: unknown) => {
          throw new ServiceError('credential_unknown', 'the token is invalid or has expired', { cause })
        },
      )
      if (claims.volid !== volumeId || typeof claims.sub !== 'string')
        throw new ServiceError('credential_unknown', 'the token is one of another volume')
      return { teamId: claims.sub, keyId: typeof claims.keyid === 'string' ? claims.keyid : null }
    },
  }
}
