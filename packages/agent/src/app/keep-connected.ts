/**
 * Keeps a connection of one kind open: dials again when it closes, with growing random delays while dialling fails. So they do while
 * connections close soon after they have opened: control ends those of a node that was removed when it has seen the certificate.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@cay/kit/log.ts'
import { backoffMs } from '../dialect/backoff.ts'

export interface Connection<Socket> {
  /** host:port to dial next; it is called before each attempt. */
  readonly nextAddress: () => string
  readonly dial: (address: string, signal: AbortSignal) => Promise<Socket>
  /** Resolves when the connection has closed. */
  readonly use: (socket: Socket, address: string) => Promise<void>
  readonly log: Logger
  /** Random numbers from 0 to below 1. */
  readonly random: () => number
}

/** A connection that has lasted for so many milliseconds was no failure. */
const lastingMs = 10_000

/** Runs until the signal is aborted. Never throws. */
export async function keepConnected<Socket>(
  connection: Connection<Socket>,
  signal: AbortSignal,
): Promise<void> {
  const { nextAddress, dial, use, log, random } = connection
  let failures = 0
  let wasBrief = false
  while (!signal.aborted) {
    const address = nextAddress()
    // The first failure says it; the others repeat it.
    try {
      const socket = await dial(address, signal)
      const openedAtMs = performance.now()
      log[wasBrief ? 'debug' : 'info']({ event: 'link.opened', address }, 'connected to control')
      await use(socket, address)
      const isBrief = performance.now() - openedAtMs < lastingMs
      const level = wasBrief && isBrief ? 'debug' : 'warn'
      if (!signal.aborted)
        log[level]({ event: 'link.closed', address }, 'the connection to control closed; connecting again')
      if (!isBrief) failures = 0
      wasBrief = isBrief
    } catch (error) {
      if (signal.aborted) return
      const level = failures === 0 ? 'warn' : 'debug'
      log[level]({ event: 'link.failed', address, err: error }, 'failed to connect to control; trying again')
    }
    await sleep(backoffMs(failures++, random()), undefined, { signal }).catch(() => undefined)
  }
}
