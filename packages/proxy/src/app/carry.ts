/**
 * The life of one connection into a sandbox:
 *
 *   dialing ──connected──► forwarded ──────────────────────────► over
 *      │ route removed             │ route removed, one side breaks, idle: both sides are reset ▲
 *      │ dial failed               │ guest breaks before its answer began                       │
 *      └───────────────────────────┴──────────────────────────► refused ────────────────────────┘
 *
 * Whatever ends it, it is ended once, its place is given back, and neither side is left open. A side that cannot go on
 * is reset rather than closed: a clean end would look like a complete message.
 */
import type { Socket } from 'node:net'
import type { Target } from '@cay/core/routing/target.ts'
import type { Logger } from '@cay/kit/log.ts'
import { bounds } from '../bounds.ts'
import { dialGuest } from '../edge/dial-guest.ts'
import type { Client } from './client.ts'
import { forwardRequest } from './forward-request.ts'
import { refuse } from './refuse.ts'
import type { Carried, Routes } from './routes.ts'

export interface CarryDeps {
  readonly routes: Routes
  readonly log: Logger
}

export interface Destination extends Target {
  readonly address: string
}

export function carry(deps: CarryDeps, client: Client, destination: Destination): void {
  const exchange = new Exchange(deps, client, destination)
  if (deps.routes.admit(destination.sandboxId, exchange)) exchange.begin()
  else
    refuse(deps.log, client, {
      kind: 'too_many_connections',
      sandboxId: destination.sandboxId,
      connectionLimit: deps.routes.sandboxConnectionsMax,
    })
}

class Exchange implements Carried {
  readonly #deps: CarryDeps
  readonly #client: Client
  readonly #destination: Destination
  #phase: 'dialing' | 'forwarded' | 'refused' | 'over' = 'dialing'
  #guest: Socket | undefined
  #stopDialing: () => void = () => undefined

  constructor(deps: CarryDeps, client: Client, destination: Destination) {
    this.#deps = deps
    this.#client = client
    this.#destination = destination
  }

  begin(): void {
    const { response, socket } = this.#client
    response.once('close', this.#end)
    socket.once('close', this.#end)
    // A write that meets a closed connection ends in its 'close', which is handled.
    response.on('error', () => undefined)
    this.#stopDialing = dialGuest(this.#destination.address, this.#destination.port, {
      onConnected: (guest) => this.#forward(guest),
      onFailed: () => this.#refuse('port_closed'),
    })
  }

  onRouteRemoved(): void {
    if (this.#phase === 'forwarded') this.#reset()
    if (this.#phase === 'dialing') this.#refuse('not_found')
  }

  #forward(guest: Socket): void {
    this.#phase = 'forwarded'
    this.#guest = guest
    guest.setTimeout(bounds.idleMsMax, () => this.#reset())
    // The request on it, or the tunnel, meets the same error and knows what it means.
    guest.on('error', () => undefined)
    try {
      forwardRequest({ client: this.#client, guest, onBroken: (error) => this.#onGuestBroken(error) })
    } catch (error) {
      this.#onGuestBroken(error)
    }
  }

  #onGuestBroken(error: unknown): void {
    if (this.#phase !== 'forwarded') return
    this.#deps.log.debug({ err: error, sandboxID: this.#destination.sandboxId }, 'the guest broke off')
    if (this.#client.response.headersSent) this.#reset()
    else {
      this.#guest?.resetAndDestroy()
      this.#refuse('port_closed')
    }
  }

  #refuse(kind: 'port_closed' | 'not_found'): void {
    const { sandboxId, port } = this.#destination
    this.#phase = 'refused'
    this.#stopDialing()
    refuse(this.#deps.log, this.#client, { kind, sandboxId, port })
  }

  #reset(): void {
    this.#guest?.resetAndDestroy()
    this.#client.socket.resetAndDestroy()
  }

  readonly #end = (): void => {
    if (this.#phase === 'over') return
    this.#phase = 'over'
    const { request, response, socket } = this.#client
    this.#deps.routes.release(this.#destination.sandboxId, this)
    response.off('close', this.#end)
    socket.off('close', this.#end)
    this.#stopDialing()
    if (response.writableFinished || this.#hasGuestEnded()) this.#guest?.destroy()
    else this.#guest?.resetAndDestroy()
    // The answer came before the whole request did: the rest is dropped, so that the next one can be read.
    request.unpipe()
    request.resume()
  }

  /** After a switch of protocols: both directions were ended in order. */
  #hasGuestEnded(): boolean {
    return this.#guest?.readableEnded === true && this.#guest.writableFinished
  }
}
