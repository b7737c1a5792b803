import { timingSafeEqual } from 'node:crypto'
import { adminTokenPrefix } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import type { KeyFile } from '../../ports/host.ts'
import type { Deps } from '../deps.ts'

/** Number of random bytes in the token. */
const tokenBytes = 32
/** Older installations have a token without the prefix. */
const tokenPattern = new RegExp(`^(?:${adminTokenPrefix})?[0-9a-f]{64}$`)

/** Returns the token in the file; generates and stores one when the file does not exist. */
export async function ensureAdminToken(
  file: KeyFile,
  randomBytes: (count: number) => Uint8Array,
): Promise<string> {
  const kept = await file.read()
  if (kept !== undefined && tokenPattern.test(kept)) return kept
  const token = adminTokenPrefix + Buffer.from(randomBytes(tokenBytes)).toString('hex')
  if (kept === undefined) return await file.create(token)
  await file.write(token)
  return token
}

/** Name of the secret in the database, and what it is sealed for. */
const sharedToken = 'admin-token'

/**
 * The one token of all processes that share the database, which holds it sealed: the first one's. The file is a copy for the
 * operator of this machine; without it, as after the loss of the disk, it is written again.
 */
export async function ensureSharedAdminToken(
  file: KeyFile,
  { store, sealer, randomBytes }: Pick<Deps, 'store' | 'sealer' | 'randomBytes'>,
): Promise<string> {
  const own = await ensureAdminToken(file, randomBytes)
  const sealed = await store.getOrCreateSecret(sharedToken, () => sealer.seal(own, sharedToken))
  const token = sealer.open(sealed, sharedToken)
  if (token !== own) await file.write(token)
  return token
}

/** Throws credential_missing, credential_unknown. */
export function checkAdminToken(token: string, header: string | undefined): void {
  if (header === undefined || header === '') {
    throw new ServiceError(
      'credential_missing',
      'authorization header is missing: send the admin token in X-Admin-Token',
    )
  }
  const [received, expected] = [Buffer.from(header), Buffer.from(token)]
  // Compares lengths in bytes: a header with the same number of characters may have more bytes.
  if (received.length !== expected.length || !timingSafeEqual(received, expected))
    throw new ServiceError(
      'credential_unknown',
      'invalid admin token: it is in the file admin-token of the data directory',
    )
}
