import { once } from 'node:events'
import { connect, type Server, type Socket } from 'node:net'
import { gatewaySourceAddress } from '@cay/contract/names.ts'
import { type DnsResponse, emptyResponse, type Question, resultCodes } from '../dialect/dns-message.ts'
import { acceptWaiting } from '../edge/accept.ts'
import { passProxy } from '../edge/pass-proxy.ts'
import type { Arrival, Destination, HostNetwork, ProxiedWay } from '../ports/network.ts'

/** Listeners on the loopback, each in place of an address and a port of the internet. */
export class SimulatedNetwork implements HostNetwork {
  readonly #places = new Map<string, number>()
  readonly #going = new Map<string, Destination>()
  readonly names = new Map<string, DnsResponse>()
  readonly ownAddresses = new Set<string>()
  /** Destinations of connections, in order. */
  readonly dialled: string[] = []
  /** DNS queries, in order. */
  readonly asked: string[] = []

  /** What listens on the local port is reached there from now on. */
  place(address: string, port: number, localPort: number): void {
    this.#places.set(`${address}:${port}`, localPort)
  }

  /** Where what stands for that place listens. */
  localPort(address: string, port: number): number | undefined {
    return this.#places.get(`${address}:${port}`)
  }

  /** Connections from that source address are going there from now on. */
  send(source: string, destination: Destination): void {
    this.#going.set(source, destination)
  }

  name(name: string, ...addresses: string[]): void {
    const answers = addresses.map((data) => ({ name, type: 'A', class: 'IN', ttl: 60, data }) as const)
    this.names.set(name, { ...emptyResponse(resultCodes.ok), answers })
  }

  acceptWaiting(server: Server, countMax: number): readonly Arrival[] {
    return acceptWaiting(server, countMax)
  }

  originalDestination(guest: Socket): Destination | undefined {
    return this.#going.get(guest.remoteAddress ?? '')
  }

  isOwnAddress(address: string): boolean {
    return this.ownAddresses.has(address)
  }

  dial(destination: Destination, signal: AbortSignal): Promise<Socket> {
    return this.#open(destination, {}, signal)
  }

  dialSandboxUrl(proxy: Destination, signal: AbortSignal): Promise<Socket> {
    return this.#open(proxy, { localAddress: gatewaySourceAddress }, signal)
  }

  async #open(
    { address, port }: Destination,
    options: { readonly localAddress?: string },
    signal: AbortSignal,
  ): Promise<Socket> {
    this.dialled.push(`${address}:${port}`)
    const localPort = this.#places.get(`${address}:${port}`)
    if (localPort === undefined) throw new Error('nobody is there')
    const socket = connect({ host: '127.0.0.1', port: localPort, allowHalfOpen: true, ...options })
    try {
      await once(socket, 'connect', { signal })
      return socket
    } catch (error) {
      socket.on('error', () => undefined)
      socket.destroy()
      throw error
    }
  }

  dialExempt(destination: Destination, signal: AbortSignal): Promise<Socket> {
    return this.dial(destination, signal)
  }

  passProxy(socket: Socket, way: ProxiedWay, signal: AbortSignal): Promise<Socket> {
    return passProxy(socket, way, signal)
  }

  async resolve(question: Question): Promise<DnsResponse> {
    this.asked.push(`${question.name} ${question.type}`)
    return this.names.get(question.name) ?? emptyResponse(resultCodes.noSuchName)
  }
}
