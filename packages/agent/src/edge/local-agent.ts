/** Connections to a service of this node: kept alive, and patient while the service restarts. */
import { Agent, type AgentOptions, type ClientRequestArgs } from 'node:http'
import { connect, type NetConnectOpts, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { isErrno } from '@cay/kit/host/errno.ts'

/** The supervisor starts a service again within one or two seconds. */
const patienceMs = 5_000
const pollEveryMs = 50

export class PatientAgent extends Agent {
  readonly #patienceMs: number

  constructor({
    patienceMs: ms = patienceMs,
    ...options
  }: AgentOptions & { readonly patienceMs?: number } = {}) {
    super({ keepAlive: true, ...options })
    this.#patienceMs = ms
  }

  override createConnection(
    options: ClientRequestArgs & NetConnectOpts,
    created?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const untilMs = performance.now() + this.#patienceMs
    const attempt = () => {
      const socket: Socket = connect(options)
      const onError = (error: Error) => {
        const isRestarting = isErrno(error, 'ENOENT', 'ECONNREFUSED') && performance.now() < untilMs
        if (isRestarting) setTimeout(attempt, pollEveryMs)
        else created?.(error, socket)
      }
      socket.once('error', onError)
      socket.once('connect', () => {
        socket.off('error', onError)
        created?.(null, socket)
      })
    }
    attempt()
    return undefined
  }
}
