/** How a request comes by a connection into its sandbox: the one that its client has kept there, or a new one. */
import type { Socket } from 'node:net'
import { limits } from '@cay/contract/limits.ts'
import type { Destination } from '@cay/core/routing/destination.ts'
import type { Route } from '@cay/core/routing/phase.ts'
import { dialGuest } from '../edge/dial-guest.ts'
import { dialTls } from '../edge/dial-tls.ts'
import { GuestConnection } from './guest-connection.ts'
import type { IdleConnectionPool } from './idle-connection-pool.ts'
import type { WakeCoalescer } from './wake-coalescer.ts'

export interface ReachDeps {
  readonly wakeCoalescer: WakeCoalescer
  readonly connectionPool: IdleConnectionPool
}

export interface Reach {
  readonly clientSocket: Socket
  readonly destination: Destination
  readonly route: Route
  /** Otherwise it is to be a new one. */
  readonly mayReuseConnection: boolean
  readonly onReached: (guest: GuestConnection) => void
  readonly onFailed: () => void
}

/** Wakes a sandbox that stands still. Calls one of the two once, never before it returned; what it returns gives up. */
export function reachGuest({ wakeCoalescer, connectionPool }: ReachDeps, reach: Reach): () => void {
  const { clientSocket, destination, route, mayReuseConnection, onReached, onFailed } = reach
  const { sandboxId, port } = destination
  const isTls = port !== limits.daemonPort && route.tlsPorts.includes(port)
  let isCancelled = false
  let stopDialing: () => void = () => undefined
  const dial = () => {
    if (isCancelled) return
    const idle = mayReuseConnection
      ? connectionPool.take(clientSocket, { ...destination, address: route.address })
      : undefined
    if (idle !== undefined) return onReached(idle)
    stopDialing = (isTls ? dialTls : dialGuest)(route.address, port, {
      onConnected: (guest) => onReached(new GuestConnection(guest)),
      onFailed,
      onSlow: () => void wakeCoalescer.wake(sandboxId),
    })
  }
  const waking = wakeCoalescer.ensureAwake(sandboxId, route)
  if (waking === undefined) process.nextTick(dial)
  else void waking.then(dial)
  return () => {
    isCancelled = true
    stopDialing()
  }
}
