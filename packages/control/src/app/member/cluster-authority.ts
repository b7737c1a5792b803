/** The authority of the cluster: made once, kept in the database, sealed with the key of the secrets. */
import { type Certified, makeAuthority } from '@cay/kit/certificates/issue.ts'
import type { Deps } from '../deps.ts'

const secretName = 'cluster-authority'
/** Longer than any cluster is meant to live. */
const authorityDays = 20 * 365

export async function ensureClusterAuthority({
  store,
  sealer,
  clock,
}: Pick<Deps, 'store' | 'sealer' | 'clock'>): Promise<Certified> {
  const made = await makeAuthority('Cay cluster', { nowMs: clock.nowMs(), days: authorityDays })
  const kept = await store.getOrCreateSecret(secretName, () => sealer.seal(JSON.stringify(made), secretName))
  return JSON.parse(sealer.open(kept, secretName)) as Certified
}
