import { type ClientHttp2Session, connect } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import { keepSessionAlive } from '@cay/kit/link/keep-alive.ts'

/** The node as the client of control, over a connection that it has dialled. */
export function openSession(socket: TLSSocket): ClientHttp2Session {
  const session = connect('http://control', {
    createConnection: () => socket,
    settings: { enablePush: false },
  })
  // Calls in progress fail with it, and say so.
  session.on('error', () => undefined)
  keepSessionAlive(session)
  return session
}
