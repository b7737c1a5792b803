/**
 * A TCP connection to a port in a sandbox. A server in there may listen on the sandbox's loopback only, so where nobody
 * listens the daemon is asked for it; or it may just be starting, so a refusal is tried again a few times before it is
 * believed.
 */
import { connect, type Socket } from 'node:net'
import { limits } from '@cay/contract/limits.ts'
import { bounds } from '../bounds.ts'
import type { DialCallbacks } from '../ports.ts'
import { dialLoopback } from './dial-loopback.ts'

/** As `Dial` says. */
export function dialTcp(address: string, port: number, callbacks: DialCallbacks): () => void {
  let attempt = 0
  let socket: Socket
  let stopAsking: () => void = () => undefined
  let retryTimer: NodeJS.Timeout | undefined
  let isDialing = true
  const slowTimer = setTimeout(callbacks.onSlow, bounds.dialMsUntilWake)

  const tryOnce = () => {
    attempt += 1
    socket = connect({ host: address, port, noDelay: true, allowHalfOpen: true })
    socket.setTimeout(bounds.dialAttemptMsMax, () => socket.destroy(new Error('no answer to the dial')))
    socket.once('error', onError)
    socket.once('connect', onConnect)
  }
  const onConnect = () => {
    socket.off('error', onError)
    socket.setTimeout(0)
    socket.removeAllListeners('timeout')
    hand(socket)
  }
  const hand = (connected: Socket) => {
    isDialing = false
    clearTimeout(slowTimer)
    callbacks.onConnected(connected)
  }
  const onError = (error: Error) => {
    socket.off('connect', onConnect)
    // The daemon listens everywhere: whoever does not reach it there does not reach it at all.
    const mayBeInside = 'code' in error && error.code === 'ECONNREFUSED' && port !== limits.daemonPort
    if (!mayBeInside) return tryAgain(error)
    stopAsking = dialLoopback(address, port, { onConnected: hand, onFailed: () => tryAgain(error) })
  }
  const tryAgain = (error: Error) => {
    // Refused is answered.
    clearTimeout(slowTimer)
    isDialing = attempt < bounds.dialAttemptsMax
    if (isDialing) retryTimer = setTimeout(tryOnce, attempt * bounds.dialWaitStepMs)
    else callbacks.onFailed(error)
  }

  tryOnce()
  return () => {
    if (!isDialing) return
    isDialing = false
    clearTimeout(retryTimer)
    clearTimeout(slowTimer)
    stopAsking()
    socket.off('connect', onConnect)
    socket.off('error', onError)
    // A refusal that is already under way finds nobody to tell.
    socket.on('error', () => undefined)
    socket.destroy()
  }
}
