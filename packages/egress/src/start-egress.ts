import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { keepWatching } from '@cay/kit/flow/keep-watching.ts'
import { resetConnection } from '@cay/kit/flow/reset-connection.ts'
import { SharedLimit } from '@cay/kit/flow/shared-limit.ts'
import { listenLocally } from '@cay/kit/host/listen-locally.ts'
import type { Logger } from '@cay/kit/log.ts'
import { rejectMalformed } from '@cay/kit/reject-malformed.ts'
import type { RunningService } from '@cay/kit/service.ts'
import { traceCallsIn } from '@cay/kit/trace-calls.ts'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { logBindFailures } from './app/connection/log-bind-failures.ts'
import { logDropped } from './app/connection/log-dropped.ts'
import { receiveArrival } from './app/connection/receive-arrival.ts'
import { DenialFeed } from './app/denials/denial-feed.ts'
import { serveDatagrams } from './app/dns/serve-datagrams.ts'
import type { EgressContext } from './app/egress-context.ts'
import { Turns } from './app/fairness/turns.ts'
import { Sandboxes } from './app/sandbox/sandboxes.ts'
import { bounds } from './bounds.ts'
import type { EgressConfig } from './config.ts'
import { bindBoth } from './edge/bind.ts'
import type { Arrival, HostNetwork, SandboxUrls } from './ports/network.ts'
import type { OrchestratorClient } from './ports/orchestrator-client.ts'
import type { Tls } from './ports/tls.ts'
import type { Vault } from './ports/vault.ts'
import { egressRoutes } from './rpc/egress-service.ts'

export interface EgressParts {
  readonly config: Pick<EgressConfig, 'egressSocket'>
  readonly node: OrchestratorClient
  readonly network: HostNetwork
  readonly sandboxUrls?: SandboxUrls | undefined
  readonly tls: Tls
  readonly vault: Vault
  /** Connections of all sandboxes, of which each team has a share. */
  readonly connectionsMax: number
  readonly log: Logger
  /** Defaults to the system clock. */
  readonly clock?: EgressContext['clock']
}

export interface RunningEgress extends RunningService {
  /** The port of both sockets, once they are bound. Rejects when the service stops before. */
  readonly bound: Promise<number>
}

/** Serves RPCs before the sockets are bound, since the orchestrator creates their address. */
export async function startEgress({
  config,
  node,
  connectionsMax,
  ...parts
}: EgressParts): Promise<RunningEgress> {
  const { log } = parts
  const sandboxes = new Sandboxes(log)
  const context: EgressContext = {
    clock: { nowMs: () => Date.now() },
    ...parts,
    sandboxes,
    denials: new DenialFeed(),
    turns: new Turns(),
    connections: new SharedLimit(connectionsMax),
    queries: new SharedLimit(bounds.queriesInFlightMax),
    vaultCalls: new SharedLimit(bounds.vaultCallsMax),
  }
  const stopping = new AbortController()
  const { signal } = stopping
  const open = new Set<Socket>()
  const options = { open, onRefused: logDropped(context, connectionsMax) }
  const receive = (arrival: Arrival) => receiveArrival(context, arrival, options)
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true }, (guest) => {
    receive(toArrival(guest))
    for (const arrival of parts.network.acceptWaiting(server, bounds.acceptedPerTurnMax)) receive(arrival)
  })
  server.on('error', (error) => log.error({ event: 'listener.failed', err: error }, 'listener failed'))
  const local = await listenLocally(
    config.egressSocket,
    connectNodeAdapter(rejectMalformed({ routes: egressRoutes(context), interceptors: [traceCallsIn] })),
  )
  const datagrams = bindBoth(server, () => node.gatewayAddress(signal), {
    signal,
    onFailed: logBindFailures(log),
  })
  const bound = datagrams.then((socket) => {
    serveDatagrams(context, socket)
    log.info({ event: 'listener.opened', ...socket.address() }, 'egress gateway is listening')
    return socket.address().port
  })
  // Stopped before it was bound: nobody has to await it.
  bound.catch(() => undefined)
  const followed = keepWatching(
    // Without the orchestrator, sandboxes keep the policies that they had.
    {
      peer: 'the orchestrator',
      open: (each) => node.watch(each),
      take: (event) => sandboxes.apply(event),
      log,
    },
    signal,
  )
  return {
    bound,
    listening: { egress: `unix:${config.egressSocket}` },
    async stop() {
      stopping.abort()
      await datagrams.then(
        (socket) => socket.close(),
        // It was never bound.
        () => undefined,
      )
      if (server.listening) await closeServer(server, () => sandboxes.resetAll())
      // The server counts those only that it has accepted by itself.
      sandboxes.resetAll()
      await Promise.all([...open].map((guest) => once(guest, 'close')))
      local.closeAllConnections()
      local.close()
      await followed
    },
  }
}

function toArrival(guest: Socket): Arrival {
  return {
    source: guest.remoteAddress ?? '',
    open: () => guest,
    refuse: () => resetConnection(guest),
  }
}

async function closeServer(server: Server, cut: () => void): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  cut()
  await closed
}
