/**
 * Connections to the plaintext port that may name one host only, because the egress gateway allowed their sandbox no other: it
 * cannot read what is inside TLS. Known by their source, which the TLS listener of this process has.
 */
import { headerValues } from '@cay/core/routing/raw-headers.ts'
import type { Downstream } from '../downstream/downstream.ts'

interface Source {
  readonly address: string
  readonly port: number
}

export class BoundConnections {
  readonly #hosts = new Map<string, string>()

  /** `host`: in lower case, without a port. The returned function forgets the connection. */
  bind({ address, port }: Source, host: string): () => void {
    const source = `${address} ${port}`
    this.#hosts.set(source, host)
    return () => void this.#hosts.delete(source)
  }

  /** Whether the request names the host that its connection is for, if it is for one. */
  allows({ socket, request }: Pick<Downstream, 'socket' | 'request'>): boolean {
    if (this.#hosts.size === 0) return true
    const bound = this.#hosts.get(`${socket.remoteAddress} ${socket.remotePort}`)
    return (
      bound === undefined || headerValues(request.rawHeaders, 'host').every((host) => isHost(host, bound))
    )
  }
}

function isHost(header: string, bound: string): boolean {
  return header.replace(/:\d*$/, '').toLowerCase() === bound
}
