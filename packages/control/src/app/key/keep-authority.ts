/**
 * Keeps a certificate authority in the database, sealed: sandboxes and clients trust it for years, so it must not go with a
 * disk. The directory of the machine is a copy of it.
 */
import type { Deps } from '../deps.ts'

export interface Authority {
  readonly certificate: string
  readonly key: string
}

/** The copy of this machine. */
export interface AuthorityCopy {
  /** Undefined when there is none. */
  read(): Promise<Authority | undefined>
  replace(authority: Authority): Promise<void>
  /** Makes a new one, and writes nothing. */
  make(): Promise<Authority>
}

/** The database gets that of the first machine that asks, and others get that of the database. Returns whether the copy changed. */
export async function keepAuthority(
  { store, sealer }: Pick<Deps, 'store' | 'sealer'>,
  name: string,
  copy: AuthorityCopy,
): Promise<boolean> {
  const here = await copy.read()
  const purpose = `authority ${name}`
  const offered = here ?? (await copy.make())
  const sealed = await store.getOrCreateSecret(purpose, () => sealer.seal(JSON.stringify(offered), purpose))
  const kept = JSON.parse(sealer.open(sealed, purpose)) as Authority
  if (here?.certificate === kept.certificate && here.key === kept.key) return false
  await copy.replace(kept)
  return true
}
