import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { refuseMovedRecords } from '@cay/kit/host/moved-records.ts'
import { watchOwnAddresses } from '@cay/kit/host/own-addresses.ts'
import { refuseSystemCalls } from '@cay/kit/host/refuse-system-calls.ts'
import { createResolver } from '@cay/kit/host/resolve-names.ts'
import type { Logger } from '@cay/kit/log.ts'
import { runService } from '@cay/kit/service.ts'
import { artifactKeyOpener } from './app/artifact/artifact-keys.ts'
import { countQueues } from './app/metrics/count-queues.ts'
import { type ProcessSettings, readControlSettings } from './config.ts'
import { connectBuilder } from './edge/build/builder-client.ts'
import { createOtlpExport } from './edge/event/send-otlp-logs.ts'
import { createSyslogExport } from './edge/event/send-syslog.ts'
import { keyFileAt } from './edge/host/key-file.ts'
import { resolveFairly } from './edge/host/resolve-host.ts'
import { makeSealer } from './edge/host/sealer.ts'
import { systemClock } from './edge/host/system-clock.ts'
import { readVaultKey } from './edge/host/vault-key.ts'
import { createOidcIssuer } from './edge/issuer/oidc-issuer.ts'
import { connectOrchestrator } from './edge/node/orchestrator-client.ts'
import { connectObserver } from './edge/observe/observe-client.ts'
import { openStore } from './edge/store/open-store.ts'
import { connectVolumes } from './edge/volume/volume-node.ts'
import { createPoster } from './edge/webhook/post-webhook.ts'
import type { EventExport } from './ports/event.ts'
import type { Sealer } from './ports/host.ts'
import type { Store } from './ports/store.ts'
import { startControl } from './start-control.ts'

/** A machine that boots starts Cay and PostgreSQL in any order. */
const databaseWaitMsMax = 60_000
/** Where `cay up` builds the dashboard. */
const dashboardDirectory = fileURLToPath(new URL('../../dashboard/dist', import.meta.url))

/** The object store's code is loaded only where there is one. */
async function openObjectStore(
  { objectStore, clusterAddress }: ProcessSettings,
  { log, layout, store, sealer }: Context & { readonly store: Store; readonly sealer: Sealer },
) {
  if (objectStore === undefined) return {}
  const { openCheckedStore } = await import('./edge/host/open-checked-store.ts')
  const blobs = await openCheckedStore(objectStore, log)
  if (clusterAddress === undefined) return { blobs, artifactsSocket: layout.artifactsSocket }
  const { createSegmentReader } = await import('./edge/artifact/read-segments.ts')
  const scratch = `${layout.control}/log-parts`
  const openKey = artifactKeyOpener(sealer)
  return { blobs, readSegments: await createSegmentReader({ blobs, store, openKey, scratch }) }
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
  const store = await openDatabase(settings, { log, layout })
  const sealer = makeSealer(await readVaultKey(layout.secretsKeyFile, settings.secretsKey))
  const resolveHost = resolveFairly(createResolver({ servers: settings.dnsServers }))
  const control = await startControl({
    store,
    orchestrator: connectOrchestrator(layout.orchestratorSocket),
    observer: connectObserver(layout.orchestratorSocket),
    builder: connectBuilder(layout.orchestratorSocket),
    volumes: connectVolumes(layout.orchestratorSocket),
    ...(settings.oidc === undefined ? {} : { issuer: createOidcIssuer(settings.oidc) }),
    clock: systemClock,
    keyFile: keyFileAt(layout.apiKeyFile),
    adminTokenFile: keyFileAt(layout.adminTokenFile),
    sealer,
    resolveHost,
    postWebhook: createPoster({
      ...{ resolveHost, allowed: settings.webhooks.allowed, isOwnAddress: watchOwnAddresses() },
    }),
    eventExports: openEventExports(settings, log),
    ...(settings.clusterAddress === undefined ? { vaultSocket: layout.vaultSocket } : {}),
    ...(await openObjectStore(settings, { log, layout, store, sealer })),
    ...(await openNodes(settings, { store, sealer, log })),
    log,
    settings,
    listen: { host: common.bind, port: common.apiPort },
    dashboard: { directory: dashboardDirectory, proxyPort: common.proxyPort },
  })
  countQueues(store)
  return { listening: { api: control.url }, stop: control.stop }
})

function openEventExports({ eventExports }: ProcessSettings, log: Logger): EventExport[] {
  const { otlp, otlpHeaders, syslog, syslogCertificates } = eventExports
  return [
    ...(otlp === undefined ? [] : [createOtlpExport({ url: otlp, headers: otlpHeaders }, log)]),
    ...(syslog === undefined ? [] : [createSyslogExport(syslog, hostname(), syslogCertificates)]),
  ]
}

/** Control of a cluster: nodes dial it. The code is loaded only there. */
async function openNodes(
  { clusterAddress: address, nodeLossMs, nodeSettings: common }: ProcessSettings,
  parts: { readonly store: Store; readonly sealer: Sealer; readonly log: Logger },
) {
  if (address === undefined) return {}
  const { openCluster } = await import('./open-cluster.ts')
  return { cluster: await openCluster({ ...parts, address, nodeLossMs, common, clock: systemClock }) }
}

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
