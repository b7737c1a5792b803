/**
 * A TCP connection to a port in a sandbox. A server in there may just be starting, so a refusal is tried again a few
 * times before it is believed.
 */
import { connect, type Socket } from 'node:net'
import { bounds } from '../bounds.ts'

export interface DialOutcome {
  readonly onConnected: (guest: Socket) => void
  readonly onFailed: (error: Error) => void
}

/**
 * Calls one of the two once, never before it returned. The returned function gives up: then neither is called. After one
 * was, it does nothing: the connection is the caller's.
 */
export function dialGuest(address: string, port: number, outcome: DialOutcome): () => void {
  let attempt = 0
  let guest: Socket
  let retryTimer: NodeJS.Timeout | undefined
  let isDialing = true

  const tryOnce = () => {
    attempt += 1
    guest = connect({ host: address, port, noDelay: true, allowHalfOpen: true })
    guest.setTimeout(bounds.dialAttemptMsMax, () => guest.destroy(new Error('no answer to the dial')))
    guest.once('error', onError)
    guest.once('connect', onConnect)
  }
  const onConnect = () => {
    isDialing = false
    guest.off('error', onError)
    guest.setTimeout(0)
    guest.removeAllListeners('timeout')
    outcome.onConnected(guest)
  }
  const onError = (error: Error) => {
    guest.off('connect', onConnect)
    isDialing = attempt < bounds.dialAttemptsMax
    if (isDialing) retryTimer = setTimeout(tryOnce, attempt * bounds.dialWaitStepMs)
    else outcome.onFailed(error)
  }

  tryOnce()
  return () => {
    if (!isDialing) return
    clearTimeout(retryTimer)
    guest.off('connect', onConnect)
    guest.off('error', onError)
    // A refusal that is already under way finds nobody to tell.
    guest.on('error', () => undefined)
    guest.destroy()
  }
}
