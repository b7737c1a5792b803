/** Which node an RPC comes from. The server that accepted the connection sets it; a request cannot. */
import { createContextKey } from '@connectrpc/connect'

/** Undefined where the connection names no node, as on the local sockets of a single machine. */
export const callerNodeId = createContextKey<string | undefined>(undefined, {
  description: 'id of the calling node',
})

/** The serial of the certificate that the calling node has shown. */
export const callerSerial = createContextKey<string | undefined>(undefined, {
  description: 'serial of the certificate of the calling node',
})
