/**
 * Opens a TCP connection to a port in a sandbox. When the connection is refused, the server may listen on the
 * sandbox's loopback only, so envd is asked to connect; or it may be starting, so a few attempts are made.
 */
import { connect, type Socket } from 'node:net'
import { limits } from '@cay/contract/limits.ts'
import { bounds } from '../bounds.ts'
import type { DialCallbacks } from '../ports/sandbox-dialer.ts'
import { dialLoopback } from './dial-loopback.ts'

/** Implements `Dial`. */
export function dialTcp(address: string, port: number, callbacks: DialCallbacks): () => void {
  let attempt = 0
  let socket: Socket
  let cancelLoopbackDial: () => void = () => undefined
  let retryTimer: NodeJS.Timeout | undefined
  let isDialing = true
  const slowTimer = setTimeout(callbacks.onSlow, bounds.dialMsUntilWake)

  const attemptConnect = () => {
    attempt += 1
    socket = connect({ host: address, port, noDelay: true, allowHalfOpen: true })
    socket.setTimeout(bounds.dialAttemptMsMax, () => socket.destroy(new Error('connect timed out')))
    socket.once('error', onError)
    socket.once('connect', onConnect)
  }
  const onConnect = () => {
    socket.off('error', onError)
    socket.setTimeout(0)
    socket.removeAllListeners('timeout')
    handOver(socket)
  }
  const handOver = (connected: Socket) => {
    isDialing = false
    clearTimeout(slowTimer)
    callbacks.onConnected(connected)
  }
  const onError = (error: Error) => {
    socket.off('connect', onConnect)
    // envd listens on all addresses, so it cannot be on the loopback only.
    const mayListenOnLoopback = 'code' in error && error.code === 'ECONNREFUSED' && port !== limits.daemonPort
    if (!mayListenOnLoopback) return retry(error)
    cancelLoopbackDial = dialLoopback(address, port, { onConnected: handOver, onFailed: () => retry(error) })
  }
  const retry = (error: Error) => {
    // A refusal is an answer: the sandbox is not frozen.
    clearTimeout(slowTimer)
    isDialing = attempt < bounds.dialAttemptsMax
    if (isDialing) retryTimer = setTimeout(attemptConnect, attempt * bounds.dialWaitStepMs)
    else callbacks.onFailed(error)
  }

  attemptConnect()
  return () => {
    if (!isDialing) return
    isDialing = false
    clearTimeout(retryTimer)
    clearTimeout(slowTimer)
    cancelLoopbackDial()
    socket.off('connect', onConnect)
    socket.off('error', onError)
    // A late error after the cancellation is ignored.
    socket.on('error', () => undefined)
    socket.destroy()
  }
}
