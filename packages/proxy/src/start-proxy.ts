import { once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isSharedClient } from '@cay/core/connection/shared-clients.ts'
import { refuseRequest } from '@cay/core/routing/refusals.ts'
import { ClientConnections } from '@cay/kit/flow/client-connections.ts'
import { keepWatching } from '@cay/kit/flow/keep-watching.ts'
import { listeningUrl } from '@cay/kit/host/listening-url.ts'
import type { Logger } from '@cay/kit/log.ts'
import { openFilesRequired } from '@cay/kit/open-files-required.ts'
import type { RunningService } from '@cay/kit/service.ts'
import { connectionLimits } from './app/downstream/connection-limit.ts'
import { sendLocalReply } from './app/downstream/send-local-reply.ts'
import { RetryBuffers } from './app/forwarding/request-body.ts'
import { PendingRequestLimiter } from './app/resume/pending-request-limiter.ts'
import { ResumeCoalescer } from './app/resume/resume-coalescer.ts'
import { WakeCoalescer } from './app/resume/wake-coalescer.ts'
import { BoundConnections } from './app/routing/bound-connections.ts'
import { RouteLookup } from './app/routing/route-lookup.ts'
import { Routes } from './app/routing/routes.ts'
import { serveRequest } from './app/serve-request.ts'
import { InterruptedStreams } from './app/streams/interrupted-streams.ts'
import { ExpiringSet } from './app/upstream/expiring-set.ts'
import { IdleConnectionPool } from './app/upstream/idle-connection-pool.ts'
import { bounds } from './bounds.ts'
import type { ProxyConfig } from './config.ts'
import { createProxyServer } from './http/server.ts'
import { startTlsListener } from './http/tls/start-tls-listener.ts'
import type { OrchestratorClient } from './ports/orchestrator.ts'
import type { SandboxDialer } from './ports/sandbox-dialer.ts'
import { type ClusterParts, openCluster } from './start-cluster.ts'

export interface ProxyDeps {
  readonly orchestrator: OrchestratorClient
  readonly dialer: SandboxDialer
  readonly log: Logger
  /** How many files this process may open. Absent: as many as it needs. */
  readonly openFiles?: number
  /** Absent on a single machine. */
  readonly cluster?: ClusterParts | undefined
}

/**
 * Accepts requests as soon as it listens, whether or not the orchestrator is available. Throws when the port cannot
 * be bound.
 */
export async function startProxy(
  config: ProxyConfig,
  { orchestrator, dialer, log, cluster: clusterParts, openFiles = openFilesRequired }: ProxyDeps,
): Promise<RunningService> {
  const cluster = clusterParts === undefined ? undefined : openCluster(clusterParts, log)
  const routes = new Routes(config.sandboxConnectionsMax)
  const routeLookup = new RouteLookup({ orchestrator, routes, log })
  const deps = {
    ...{ routes, routeLookup, dialer, log, domain: config.domain, userIssuer: config.userIssuer },
    resumeCoalescer: new ResumeCoalescer({ orchestrator: cluster ?? orchestrator, routes, log }),
    wakeCoalescer: new WakeCoalescer({ orchestrator, log }),
    pendingRequests: new PendingRequestLimiter(),
    retryBuffers: new RetryBuffers(),
    connectionPool: new IdleConnectionPool(routes, { idleMs: config.idleConnectionMs }),
    interruptedStreams: new InterruptedStreams(),
    slowPathPorts: new ExpiringSet({ sizeMax: bounds.rememberedPortsMax, ms: bounds.slowPathMs }),
  }
  const running = await cluster?.start(deps)
  const boundConnections = new BoundConnections()
  const serving = running === undefined ? deps : { ...deps, serveInCluster: running.serve }
  const watching = new AbortController()
  const limits = connectionLimits({ openFiles, hasTls: config.tls !== undefined })
  const connectionsOf = (listener: string, connectionsMax: number) => {
    const isShared = (client: string) => isSharedClient(config.trustedProxies, client)
    const options = { listener, connectionsMax, idleMsMax: bounds.idleMsMax, isShared, log }
    const connections = new ClientConnections(options)
    connections.watch(watching.signal)
    return connections
  }
  const server = createProxyServer(
    (downstream) => {
      if (boundConnections.allows(downstream)) serveRequest(serving, downstream)
      else sendLocalReply(downstream, refuseRequest('host_misdirected'))
    },
    { connections: connectionsOf('proxy', limits.plain) },
  )
  server.listen(config.port, config.bind)
  await once(server, 'listening')
  server.on('error', (error) => log.error({ event: 'listener.failed', err: error }, 'listener failed'))
  const tls =
    config.tls === undefined
      ? undefined
      : await startTlsListener(config, config.tls, {
          ...{ server, boundConnections, log },
          connections: connectionsOf('tls', limits.tls),
        })
  const watched = keepWatching(
    {
      peer: 'the orchestrator',
      open: (each) => {
        routes.beginEpoch()
        return orchestrator.watch(each)
      },
      take: (event) => routes.apply(event),
      log,
    },
    watching.signal,
  )
  return {
    listening: {
      proxy: listeningUrl(server),
      ...(tls === undefined ? {} : { tls: tls.url }),
      ...(running === undefined ? {} : { edge: `https://${config.bind}:${running.port}` }),
    },
    async stop() {
      watching.abort()
      tls?.stop()
      await stopServing(server, routes)
      running?.stop()
      deps.connectionPool.closeAll()
      await watched
    },
  }
}

/** Requests in flight may complete within the grace period, then they are reset. */
async function stopServing(server: Server, routes: Routes): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const graceEndsAtMs = performance.now() + bounds.stopGraceMs
  while (routes.inFlightCount > 0 && performance.now() < graceEndsAtMs) await sleep(stopPollMs)
  routes.abortAll()
  server.closeAllConnections()
  await closed
}

const stopPollMs = 20
