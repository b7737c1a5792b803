import type { Socket } from 'node:net'
import type { ConnectionDisposition } from '../forwarding/forwarder.ts'
import type { Endpoint, IdleConnectionPool } from './idle-connection-pool.ts'
import type { UpstreamConnection } from './upstream-connection.ts'

export interface FinishedConnection {
  readonly clientSocket: Socket
  readonly endpoint: Endpoint
  readonly upstream: UpstreamConnection
}

/** Resets, closes or pools a connection after a complete response. */
export function disposeConnection(
  connectionPool: Pick<IdleConnectionPool, 'disableKeepAlive' | 'keep'>,
  { clientSocket, endpoint, upstream }: FinishedConnection,
  disposition: ConnectionDisposition,
): void {
  switch (disposition) {
    case 'reset':
      upstream.reset()
      break
    case 'close':
      connectionPool.disableKeepAlive(endpoint)
      upstream.close()
      break
    case 'keep':
      upstream.whenFree(() => connectionPool.keep(clientSocket, endpoint, upstream))
  }
}
