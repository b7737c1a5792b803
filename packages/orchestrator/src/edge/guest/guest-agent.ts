import { Agent, type ClientRequestArgs } from 'node:http'
import { Socket } from 'node:net'
import { limits } from '@cay/contract/limits.ts'
import { isProvable } from '@cay/kit/daemon-proof.ts'
import { resetConnection } from '@cay/kit/flow/reset-connection.ts'
import { proveDaemon } from './prove-daemon.ts'

/**
 * Milliseconds of silence before the kernel asks whether the guest is there, once a second; ten questions without an answer end the
 * connection. A guest whose memory runs out may not answer for ten seconds, and the default is to ask after one.
 */
const keepAliveMsecs = 60_000

/** Open connections of the node to one guest, over all of its callers: up to 40 probes of a start are open, and few calls. */
export const connectionsPerGuestMax = 64

/** By address. One of the process, because every caller counts. */
const openConnections = new Map<string, number>()

/**
 * Every connection of the node to a daemon is made here. It can reset all of its connections, because a checkpoint must find
 * none.
 */
export class GuestAgent extends Agent {
  readonly #address: string
  readonly #controlToken: string | undefined
  readonly #sockets = new Set<Socket>()

  /** With a control token, nothing is sent on a connection before the daemon has proven that it knows the token. */
  constructor(address: string, controlToken?: string) {
    // Without it the client begins an orderly end after a response, and a reset during that leaves the socket open.
    super({ keepAlive: true, keepAliveMsecs })
    this.#address = address
    this.#controlToken = controlToken
  }

  override createConnection(
    options: ClientRequestArgs,
    callback?: (error: Error | null, socket: Socket) => void,
  ): Socket | undefined {
    const open = openConnections.get(this.#address) ?? 0
    if (open >= connectionsPerGuestMax) {
      const error = new Error(`the node has ${open} connections to the guest already`)
      // Without a socket, as Node's agent expects of a connection that fails.
      process.nextTick(() => callback?.(error, undefined as unknown as Socket))
      return undefined
    }
    const socket = super.createConnection({ ...options, host: this.#address, port: limits.daemonPort })
    if (!(socket instanceof Socket)) throw new TypeError('the connection is no socket')
    openConnections.set(this.#address, open + 1)
    this.#sockets.add(socket)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      release(this.#address)
    })
    let proofBytes = 0
    // A call may be over before its connection is. Node would keep that for the next call.
    socket.once('free', () => {
      if (socket.bytesWritten === proofBytes) resetConnection(socket)
    })
    // A daemon that is older than proofs has a token of another form.
    if (this.#controlToken === undefined || !isProvable(this.#controlToken)) return socket
    proveDaemon(socket, this.#controlToken).then(
      () => {
        proofBytes = socket.bytesWritten
        callback?.(null, socket)
      },
      (error: Error) => callback?.(error, socket),
    )
    return undefined
  }

  /** Resets every connection. */
  reset(): void {
    for (const socket of this.#sockets) resetConnection(socket)
    this.destroy()
  }
}

function release(address: string): void {
  const left = (openConnections.get(address) ?? 1) - 1
  if (left > 0) openConnections.set(address, left)
  else openConnections.delete(address)
}
