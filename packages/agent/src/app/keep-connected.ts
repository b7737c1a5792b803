/** Keeps a connection of one kind open: dials again when it closes, with growing random delays while dialling fails. */
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

/** Runs until the signal is aborted. Never throws. */
export async function keepConnected<Socket>(
  connection: Connection<Socket>,
  signal: AbortSignal,
): Promise<void> {
  const { nextAddress, dial, use, log, random } = connection
  let failures = 0
  while (!signal.aborted) {
    const address = nextAddress()
    try {
      const socket = await dial(address, signal)
      failures = 0
      log.info({ event: 'link.opened', address }, 'connected to control')
      await use(socket, address)
      if (!signal.aborted)
        log.warn({ event: 'link.closed', address }, 'the connection to control closed; connecting again')
    } catch (error) {
      if (signal.aborted) return
      // The first failure says it; the others repeat it.
      const level = failures === 0 ? 'warn' : 'debug'
      log[level]({ event: 'link.failed', address, err: error }, 'failed to connect to control; trying again')
    }
    await sleep(backoffMs(failures++, random()), undefined, { signal }).catch(() => undefined)
  }
}
