/** Identity tokens of sandboxes (JWT-SVID), and the keys that verify them. */
import { randomUUID } from 'node:crypto'
import {
  isPublished,
  keptSinceMs,
  needsKey,
  signingKey,
  spiffeId,
  tokenLagSeconds,
  tokenSeconds,
} from '@cay/core/identity/signing-keys.ts'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { SigningKeyRecord } from '../../ports/secret.ts'
import type { Deps } from '../deps.ts'

export type IdentityDeps = Pick<Deps, 'store' | 'clock' | 'log' | 'sealer' | 'identity'>

const algorithm = 'ES256'

export interface MintedToken {
  readonly token: string
  readonly expiresAtMs: number
}

/** Undefined when the sandbox has no identity token of this name. */
export async function mintToken(
  deps: IdentityDeps,
  sandbox: SandboxRecord,
  name: string,
): Promise<MintedToken | undefined> {
  const spec = sandbox.iam !== null && Object.hasOwn(sandbox.iam, name) ? sandbox.iam[name] : undefined
  if (spec === undefined) return undefined
  const { trustDomain, issuer } = deps.identity
  const nowSeconds = Math.floor(deps.clock.nowMs() / 1000)
  const key = await findSigningKey(deps)
  const jwt = new SignJWT({})
    .setProtectedHeader({ alg: algorithm, kid: key.keyId, typ: 'JWT' })
    .setSubject(spiffeId(trustDomain, sandbox))
    .setAudience(spec.audience)
    .setIssuedAt(nowSeconds)
    .setNotBefore(nowSeconds - tokenLagSeconds)
    .setExpirationTime(nowSeconds + tokenSeconds)
    .setJti(randomUUID())
  if (issuer !== undefined) jwt.setIssuer(issuer)
  const privateKey = await importJWK(JSON.parse(deps.sealer.open(key.sealed, purpose)) as JWK, algorithm)
  return { token: await jwt.sign(privateKey), expiresAtMs: (nowSeconds + tokenSeconds) * 1000 }
}

/** The keys that verify tokens, as a JSON Web Key Set. */
export async function publishedKeys(deps: IdentityDeps): Promise<{ keys: object[] }> {
  const keys = await readyKeys(deps)
  const published = keys.filter((key) => isPublished(key, deps.clock.nowMs()))
  return { keys: published.map(({ publicKey }) => publicKey) }
}

async function findSigningKey(deps: IdentityDeps): Promise<SigningKeyRecord> {
  const key = signingKey(await readyKeys(deps), deps.clock.nowMs())
  if (key === undefined) throw new TypeError('there is no key, though one was just made')
  return key
}

/** Keys rotate on demand: the first call after the rotation time generates the next key. */
async function readyKeys(deps: IdentityDeps): Promise<readonly SigningKeyRecord[]> {
  const nowMs = deps.clock.nowMs()
  const keys = await deps.store.listSigningKeys()
  if (!needsKey(keys, nowMs)) return keys
  await deps.store.addSigningKey(await makeKey(deps, nowMs), keptSinceMs(nowMs))
  return await deps.store.listSigningKeys()
}

const purpose = 'identity signing key'

async function makeKey({ sealer, log }: IdentityDeps, nowMs: number): Promise<SigningKeyRecord> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true })
  const keyId = randomUUID()
  log.info({ event: 'identity.key.created', keyID: keyId }, 'created a signing key for identity tokens')
  return {
    keyId,
    sealed: sealer.seal(JSON.stringify(await exportJWK(privateKey)), purpose),
    publicKey: { ...(await exportJWK(publicKey)), kid: keyId, alg: algorithm, use: 'sig' },
    createdAtMs: nowMs,
  }
}
