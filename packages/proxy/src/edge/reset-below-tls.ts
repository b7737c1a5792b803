import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { resetConnection } from '@cay/kit/flow/reset-connection.ts'

/**
 * Makes `resetAndDestroy`, which in Node supports plain sockets only, reset the connection below TLS. The TLS socket is
 * destroyed a tick later: its 'close' would otherwise come at once, within whatever calls this, and Node's HTTP code
 * frees the parser of the connection both on 'close' and after the 'error' that it is just emitting. Two connections
 * would get that parser, which ends the process.
 */
export function resetBelowTls(secured: TLSSocket, raw: Socket): void {
  secured.resetAndDestroy = () => {
    resetConnection(raw)
    process.nextTick(() => secured.destroy())
    return secured
  }
}
