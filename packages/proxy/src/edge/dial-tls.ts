/**
 * Opens a TLS connection to a server in a sandbox. The certificate is not verified: the address already identifies
 * the sandbox, and its server issues its own certificate.
 */

import type { Socket } from 'node:net'
import { connect as startTls } from 'node:tls'
import { resetConnection } from '@cay/kit/flow/reset-connection.ts'
import { bounds } from '../bounds.ts'
import type { DialCallbacks } from '../ports/sandbox-dialer.ts'
import { dialTcp } from './dial-tcp.ts'
import { resetBelowTls } from './reset-below-tls.ts'

/** Implements `Dial`; a server that does not speak TLS counts as a failure. */
export function dialTls(address: string, port: number, callbacks: DialCallbacks): () => void {
  let cancelHandshake: () => void = () => undefined
  const cancelDial = dialTcp(address, port, {
    ...callbacks,
    onConnected: (socket) => {
      cancelHandshake = startHandshake(socket, callbacks)
    },
  })
  return () => {
    cancelDial()
    cancelHandshake()
  }
}

function startHandshake(socket: Socket, callbacks: DialCallbacks): () => void {
  let isHandshaking = true
  const secured = startTls({ socket, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
  resetBelowTls(secured, socket)
  const fail = (error: Error) => {
    if (!isHandshaking) return
    isHandshaking = false
    resetConnection(secured)
    callbacks.onFailed(error)
  }
  const onClose = () => fail(new Error('server does not speak TLS'))
  secured.setTimeout(bounds.dialAttemptMsMax, () => fail(new Error('TLS handshake timed out')))
  socket.on('error', fail)
  secured.on('error', fail)
  secured.once('close', onClose)
  secured.once('secureConnect', () => {
    if (!isHandshaking) return
    isHandshaking = false
    secured.setTimeout(0)
    secured.removeAllListeners('timeout')
    secured.off('close', onClose)
    callbacks.onConnected(secured)
  })
  return () => {
    if (!isHandshaking) return
    isHandshaking = false
    resetConnection(secured)
  }
}
