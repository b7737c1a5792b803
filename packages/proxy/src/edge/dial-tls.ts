/**
 * Opens a TLS connection to a server in a sandbox. The certificate is not verified: the address already identifies
 * the sandbox, and its server issues its own certificate.
 */
import type { Socket } from 'node:net'
import { connect as startTls } from 'node:tls'
import { bounds } from '../bounds.ts'
import type { DialCallbacks } from '../ports.ts'
import { dialTcp } from './dial-tcp.ts'

/** Implements `Dial`; a server that does not speak TLS counts as a failure. */
export function dialTls(address: string, port: number, callbacks: DialCallbacks): () => void {
  let stopGreeting: () => void = () => undefined
  const stopDialing = dialTcp(address, port, {
    ...callbacks,
    onConnected: (socket) => {
      stopGreeting = greet(socket, callbacks)
    },
  })
  return () => {
    stopDialing()
    stopGreeting()
  }
}

function greet(socket: Socket, callbacks: DialCallbacks): () => void {
  let isGreeting = true
  const secured = startTls({ socket, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
  // Node's `resetAndDestroy` supports plain sockets only.
  secured.resetAndDestroy = () => {
    socket.resetAndDestroy()
    return secured.destroy()
  }
  const fail = (error: Error) => {
    if (!isGreeting) return
    isGreeting = false
    secured.resetAndDestroy()
    callbacks.onFailed(error)
  }
  const onClose = () => fail(new Error('server does not speak TLS'))
  secured.setTimeout(bounds.dialAttemptMsMax, () => fail(new Error('TLS handshake timed out')))
  socket.on('error', fail)
  secured.on('error', fail)
  secured.once('close', onClose)
  secured.once('secureConnect', () => {
    if (!isGreeting) return
    isGreeting = false
    secured.setTimeout(0)
    secured.removeAllListeners('timeout')
    secured.off('close', onClose)
    callbacks.onConnected(secured)
  })
  return () => {
    if (!isGreeting) return
    isGreeting = false
    secured.resetAndDestroy()
  }
}
