/**
 * `node make-join-token.ts [NODE_ID]`: prints a token that lets a machine join the cluster of this data directory (CAY_DATA_DIR), once
 * within the next hour. With an id, the node gets that one. Exit codes: 0 made, 1 failed, 78 wrong settings; the reason is on
 * standard error.
 */
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dataLayout, readCommonSettings } from '@cay/kit/data-layout.ts'
import { exitCodes } from '@cay/kit/service.ts'
import { SettingError } from '@cay/kit/settings.ts'
import { ensureClusterAuthority } from './app/member/cluster-authority.ts'
import { createJoinToken } from './app/member/join-tokens.ts'
import { readControlSettings } from './config.ts'
import { makeSealer } from './edge/host/sealer.ts'
import { systemClock } from './edge/host/system-clock.ts'
import { readVaultKey } from './edge/host/vault-key.ts'
import { openPostgresStore } from './edge/store/postgres/open-postgres-store.ts'

async function makeToken(nodeId: string | null): Promise<string> {
  const common = readCommonSettings(process.env)
  const settings = readControlSettings(process.env, common)
  const layout = dataLayout(common.dataDir)
  if (settings.databaseUrl === undefined)
    throw new Error('this machine is no member of a cluster: `cay cluster init` makes it the first one')
  await mkdir(layout.control, { recursive: true, mode: 0o700 })
  const sealer = makeSealer(await readVaultKey(layout.secretsKeyFile, settings.secretsKey))
  const store = await openPostgresStore(settings.databaseUrl)
  try {
    const deps = { store, sealer, clock: systemClock, randomBytes }
    const { certificate } = await ensureClusterAuthority(deps)
    return await createJoinToken(deps, { authority: certificate, nodeId })
  } finally {
    await store.close()
  }
}

try {
  process.stdout.write(`${await makeToken(process.argv[2] ?? null)}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof SettingError ? exitCodes.badSettings : exitCodes.fault
}
