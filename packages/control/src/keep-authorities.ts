/**
 * `node keep-authorities.ts`: keeps the certificate authorities of the data directory (CAY_DATA_DIR) in the database
 * (CAY_DATABASE_URL, or SQLite), and brings back those that the directory lacks. Control must not run. Prints the name of each
 * authority that changed on this machine; the reason of a failure goes to standard error.
 * Exit codes: 0 done, 1 failed, 78 wrong settings.
 */
import { mkdir } from 'node:fs/promises'
import {
  egressAuthorityName,
  readAuthority,
  replaceAuthority,
  tlsAuthorityName,
} from '@cay/kit/certificates/authority-files.ts'
import { makeOwnAuthority } from '@cay/kit/certificates/issue.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { exitCodes } from '@cay/kit/service.ts'
import { SettingError } from '@cay/kit/settings.ts'
import { readSetting } from '@cay/kit/settings-table.ts'
import { checkSealer } from './app/key/check-sealer.ts'
import { keepAuthority } from './app/key/keep-authority.ts'
import { makeSealer } from './edge/host/sealer.ts'
import { readVaultKey } from './edge/host/vault-key.ts'
import { openStore } from './edge/store/open-store.ts'

/** How long in milliseconds a PostgreSQL that is away is waited for. */
const waitMsMax = 60_000

try {
  await keepAuthorities()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof SettingError ? exitCodes.badSettings : exitCodes.fault
}

async function keepAuthorities(): Promise<void> {
  const layout = dataLayout(readSetting(process.env, 'CAY_DATA_DIR'))
  await mkdir(layout.control, { recursive: true, mode: 0o700 })
  const store = await openDatabase(readSetting(process.env, 'CAY_DATABASE_URL'), layout.database)
  try {
    const key = await readVaultKey(layout.secretsKeyFile, readSetting(process.env, 'CAY_SECRETS_KEY'))
    const deps = { store, sealer: makeSealer(key) }
    await checkSealer(deps)
    const hasTls = readSetting(process.env, 'CAY_TLS') === 'auto'
    const authorities = [
      { kind: 'egress', name: egressAuthorityName, directory: layout.egressAuthority },
      ...(hasTls ? [{ kind: 'tls', name: tlsAuthorityName, directory: layout.tlsAuthority }] : []),
    ]
    for (const { kind, name, directory } of authorities) {
      const copy = {
        read: () => readAuthority(directory),
        replace: (kept: Parameters<typeof replaceAuthority>[1]) => replaceAuthority(directory, kept),
        make: () => makeOwnAuthority(name, Date.now()),
      }
      if (await keepAuthority(deps, kind, copy)) process.stdout.write(`${kind}\n`)
    }
  } finally {
    await store.close()
  }
}

async function openDatabase(url: string | undefined, path: string) {
  if (url === undefined) return await openStore(path)
  const { openPostgresStore } = await import('./edge/store/postgres/open-postgres-store.ts')
  return await openPostgresStore(url, { waitMsMax })
}
