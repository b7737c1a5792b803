/** Gets a request its upstream connection: the client's pooled one, or a new one. */
import type { Socket } from 'node:net'
import { limits } from '@cay/contract/limits.ts'
import type { Destination } from '@cay/core/routing/destination.ts'
import type { Route } from '@cay/core/routing/phase.ts'
import type { SandboxDialer } from '../../ports/sandbox-dialer.ts'
import type { WakeCoalescer } from '../resume/wake-coalescer.ts'
import type { IdleConnectionPool } from './idle-connection-pool.ts'
import { UpstreamConnection } from './upstream-connection.ts'

export interface ConnectUpstreamDeps {
  readonly dialer: SandboxDialer
  readonly wakeCoalescer: Pick<WakeCoalescer, 'wake' | 'ensureAwake'>
  readonly connectionPool: Pick<IdleConnectionPool, 'take'>
}

export interface ConnectUpstreamOptions {
  readonly clientSocket: Socket
  readonly destination: Destination
  readonly route: Route
  /** If false, a new connection is opened. */
  readonly mayReuseConnection: boolean
  readonly onConnected: (upstream: UpstreamConnection) => void
  readonly onFailed: () => void
}

/**
 * Thaws a frozen sandbox first. Calls one of the two callbacks exactly once, never synchronously; the returned
 * function cancels.
 */
export function connectUpstream(
  { dialer, wakeCoalescer, connectionPool }: ConnectUpstreamDeps,
  options: ConnectUpstreamOptions,
): () => void {
  const { clientSocket, destination, route, mayReuseConnection, onConnected, onFailed } = options
  const { sandboxId, port } = destination
  const isTls = port !== limits.daemonPort && route.tlsPorts.includes(port)
  let isCancelled = false
  let cancelDial: () => void = () => undefined
  const dial = () => {
    if (isCancelled) return
    const idle = mayReuseConnection
      ? connectionPool.take(clientSocket, { ...destination, address: route.address })
      : undefined
    if (idle !== undefined) return onConnected(idle)
    cancelDial = dialer[isTls ? 'tls' : 'tcp'](route.address, port, {
      onConnected: (socket) => onConnected(new UpstreamConnection(socket)),
      onFailed,
      onSlow: () => void wakeCoalescer.wake(sandboxId),
    })
  }
  const waking = wakeCoalescer.ensureAwake(sandboxId, route)
  if (waking === undefined) process.nextTick(dial)
  else void waking.then(dial)
  return () => {
    isCancelled = true
    cancelDial()
  }
}
