import { Agent } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Milliseconds of silence before the kernel asks whether the guest is there, once a second; ten questions without an answer end the
 * connection. A guest whose memory runs out may not answer for ten seconds, and the default is to ask after one.
 */
const keepAliveMsecs = 60_000

/** An HTTP agent with keep-alive that can reset all of its connections, because a checkpoint must find none. */
export class ResettableAgent {
  readonly agent = new Agent({ keepAlive: true, keepAliveMsecs })
  readonly #sockets = new Set<Socket>()

  constructor() {
    const connect = this.agent.createConnection.bind(this.agent)
    this.agent.createConnection = (...args) => {
      const socket = connect(...args)
      if (socket !== null && socket !== undefined && 'resetAndDestroy' in socket)
        this.#sockets.add(socket as Socket)
      return socket
    }
  }

  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy()
    this.agent.destroy()
  }
}
