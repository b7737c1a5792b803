import { mkdir } from 'node:fs/promises'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { refuseMovedRecords } from '@cay/kit/host/moved-records.ts'
import { refuseSystemCalls } from '@cay/kit/host/refuse-system-calls.ts'
import type { Logger } from '@cay/kit/log.ts'
import { runService } from '@cay/kit/service.ts'
import { type ProcessSettings, readControlSettings } from './config.ts'
import { connectBuilder } from './edge/build/builder-client.ts'
import { keyFileAt } from './edge/host/key-file.ts'
import { resolveWith } from './edge/host/resolve-host.ts'
import { makeSealer } from './edge/host/sealer.ts'
import { systemClock } from './edge/host/system-clock.ts'
import { readVaultKey } from './edge/host/vault-key.ts'
import { connectOrchestrator } from './edge/node/orchestrator-client.ts'
import { connectObserver } from './edge/observe/observe-client.ts'
import { openStore } from './edge/store/open-store.ts'
import type { Store } from './ports/store.ts'
import { startControl } from './start-control.ts'

/** A machine that boots starts Cay and PostgreSQL in any order. */
const databaseWaitMsMax = 60_000

/** The object store's code is loaded only where there is one. */
async function openObjectStore({ objectStore }: ProcessSettings, { log, layout }: Context) {
  if (objectStore === undefined) return {}
  const { openCheckedStore } = await import('./edge/host/open-checked-store.ts')
  return { blobs: await openCheckedStore(objectStore, log), artifactsSocket: layout.artifactsSocket }
}

interface Context {
  readonly log: Logger
  readonly layout: ReturnType<typeof dataLayout>
}

await runService('control', async ({ env, log, settings: common }) => {
  refuseSystemCalls()
  const settings = readControlSettings(env, common)
  const layout = dataLayout(common.dataDir)
  await mkdir(layout.control, { recursive: true, mode: 0o700 })
  const control = await startControl({
    store: await openDatabase(settings, { log, layout }),
    orchestrator: connectOrchestrator(layout.orchestratorSocket),
    observer: connectObserver(layout.orchestratorSocket),
    builder: connectBuilder(layout.orchestratorSocket),
    clock: systemClock,
    keyFile: keyFileAt(layout.apiKeyFile),
    adminTokenFile: keyFileAt(layout.adminTokenFile),
    sealer: makeSealer(await readVaultKey(layout.secretsKeyFile, settings.secretsKey)),
    resolveHost: resolveWith(settings.dnsServers),
    vaultSocket: layout.vaultSocket,
    ...(await openObjectStore(settings, { log, layout })),
    log,
    settings,
    listen: { host: common.bind, port: common.apiPort },
  })
  return { listening: { api: control.url }, stop: control.stop }
})

/** PostgreSQL has a module of its own, so that an installation on SQLite loads no client of it. */
async function openDatabase({ databaseUrl }: ProcessSettings, { log, layout }: Context): Promise<Store> {
  if (databaseUrl === undefined) {
    refuseMovedRecords(layout)
    return await openStore(layout.database)
  }
  const { openPostgresStore } = await import('./edge/store/postgres/open-postgres-store.ts')
  const onWaiting = (reason: string) =>
    log.warn(
      { event: 'database.waiting', reason },
      `waiting for PostgreSQL, for ${databaseWaitMsMax / 1000} s at most`,
    )
  return await openPostgresStore(databaseUrl, { waitMsMax: databaseWaitMsMax, onWaiting })
}
