/** Assembles control from its ports: the same for the real node and the simulated one. */

import { randomBytes } from 'node:crypto'
import type { BlobStore } from '@cay/blobs/ports/blob-store.ts'
import { listenLocally } from '@cay/kit/host/listen-locally.ts'
import type { Logger } from '@cay/kit/log.ts'
import { rejectMalformed } from '@cay/kit/reject-malformed.ts'
import { SettingError } from '@cay/kit/settings.ts'
import { traceCallsIn } from '@cay/kit/trace-calls.ts'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import type { FastifyInstance } from 'fastify'
import { BuildFollower } from './app/build/follow-builds.ts'
import type { Deps } from './app/deps.ts'
import { ensureAdminToken } from './app/key/admin-token.ts'
import { followNode } from './app/node/follow-node.ts'
import { Nodes } from './app/node/nodes.ts'
import { createAccessTokens } from './app/sandbox/access-token.ts'
import { SandboxWriters } from './app/sandbox/sandbox-writers.ts'
import { TrafficResumes } from './app/sandbox/traffic-resumes.ts'
import { ensureFirstTeam } from './app/team/first-team.ts'
import { TeamQuotas } from './app/team/team-quotas.ts'
import type { ControlSettings } from './config.ts'
import { createServer, type Health } from './http/server.ts'
import type { BuilderClient } from './ports/build.ts'
import type { Clock, KeyFile, ResolveHost, Sealer } from './ports/host.ts'
import type { Observer } from './ports/observe.ts'
import type { OrchestratorClient } from './ports/orchestrator.ts'
import type { Store } from './ports/store.ts'
import { artifactRoutes } from './rpc/artifact-service.ts'
import { consentRoutes } from './rpc/consent-service.ts'
import { vaultRoutes } from './rpc/vault-service.ts'

export interface ControlParts {
  /** Closed by `stop`. */
  readonly store: Store
  readonly orchestrator: OrchestratorClient
  readonly observer: Observer
  readonly builder: BuilderClient
  /** The object store; absent: artifacts are on the node alone. */
  readonly blobs?: BlobStore
  /** Socket for the node's requests about artifacts; absent: not served. */
  readonly artifactsSocket?: string
  readonly clock: Clock
  readonly keyFile: KeyFile
  readonly adminTokenFile: KeyFile
  readonly sealer: Sealer
  readonly resolveHost: ResolveHost
  readonly log: Logger
  readonly settings: ControlSettings
  readonly listen: { readonly host: string; readonly port: number }
  /** Socket for the requests of egress gateways and nodes; absent: not served. */
  readonly vaultSocket?: string
  /** Registers hooks before the server listens; tests use it to validate every response against the spec. */
  readonly prepare?: (app: FastifyInstance) => void
}

export interface RunningControl {
  readonly url: string
  stop(): Promise<void>
}

export async function startControl(parts: ControlParts): Promise<RunningControl> {
  const { store, orchestrator, observer, clock, log, settings } = parts
  await checkSealer(store, parts.sealer)
  await ensureFirstTeam({ store, clock, keyFile: parts.keyFile, randomBytes }, settings.apiKey)
  const quotas = new TeamQuotas({ store, clock })
  const deps: Deps = {
    store,
    orchestrator,
    nodes: new Nodes({ admin: orchestrator, clock }),
    observer,
    builder: parts.builder,
    blobs: parts.blobs,
    removesGarbage: parts.blobs !== undefined && !parts.blobs.location.startsWith('file:'),
    builds: new BuildFollower({ store, builder: parts.builder, clock, log, blobs: parts.blobs }),
    clock,
    log,
    randomBytes,
    writers: new SandboxWriters(),
    quotas,
    trafficResumes: new TrafficResumes({ store, quotas, clock }),
    heldSnapshots: new Set(),
    accessTokenOf: await createAccessTokens(store),
    adminToken: await ensureAdminToken(parts.adminTokenFile, randomBytes),
    sealer: parts.sealer,
    resolveHost: parts.resolveHost,
    identity: settings.identity,
    eventDays: settings.eventDays,
    maxSandboxHours: settings.maxSandboxHours,
    domain: settings.domain,
  }
  const health: Health = { isDraining: false }
  const app = createServer(deps, health)
  parts.prepare?.(app)
  const url = await app.listen(parts.listen)
  const vault = await listenForVault(deps, parts.vaultSocket)
  const artifacts = await listenForArtifacts(deps, parts.artifactsSocket)
  const stopped = new AbortController()
  const following = followNode(deps, stopped.signal)
  return {
    url,
    async stop() {
      health.isDraining = true
      stopped.abort()
      await app.close()
      vault?.closeAllConnections()
      vault?.close()
      artifacts?.closeAllConnections()
      artifacts?.close()
      await deps.builds.close()
      await following
      await deps.writers.drained()
      await store.close()
    },
  }
}

/**
 * Checks at startup that the key matches the store: with another key, existing secrets could not be decrypted, and new
 * ones would be lost when the right key returns.
 */
async function checkSealer(store: Store, sealer: Sealer): Promise<void> {
  const text = 'the key fits'
  const kept = await store.getOrCreateSecret('vault-key-check', () => sealer.seal(text, text))
  try {
    sealer.open(kept, text)
  } catch (cause) {
    throw new SettingError(
      'CAY_SECRETS_KEY',
      '(not shown)',
      'the database was written with another key: that of CAY_SECRETS_KEY or of the file control/secrets-key then',
      { cause },
    )
  }
}

async function listenForVault(deps: Deps, socket: string | undefined) {
  if (socket === undefined) return undefined
  return await listenLocally(
    socket,
    connectNodeAdapter(
      rejectMalformed({
        routes: (router) => {
          vaultRoutes(deps)(router)
          consentRoutes(deps)(router)
        },
        interceptors: [traceCallsIn],
      }),
    ),
  )
}

async function listenForArtifacts(deps: Deps, socket: string | undefined) {
  if (socket === undefined || deps.blobs === undefined) return undefined
  return await listenLocally(
    socket,
    connectNodeAdapter(rejectMalformed({ routes: artifactRoutes(deps), interceptors: [traceCallsIn] })),
  )
}
