/**
 * The life of one request:
 *
 *             ┌─────────────── its connection is lost, and it can be retried ────────────────┐
 *             ▼                                                                              │
 *          pending ──sandbox runs──► connecting ──connected──► forwarding ───────────────────┤
 *             │ ▲                        │ │                       │                         ▼
 *             │ └──sandbox is captured───┘ │                       ├── response sent, or both sides reset ──► done
 *             └────────────────────────────┴──► closing ◄──────────┘                                          ▲
 *                                                  └──────── local reply or end of stream sent ───────────────┘
 *
 * However a request ends, it ends once, it is removed from the requests in flight, and neither side is left open. The
 * client gets an error message wherever the protocol has a place for one: instead of a response, or at the end of a
 * stream. Elsewhere its connection is reset rather than closed, because a graceful close would look like a complete
 * message.
 */
import type { Destination } from '@cay/core/routing/destination.ts'
import { type ConnectionImpact, isInterruption, type Route } from '@cay/core/routing/phase.ts'
import type { Logger } from '@cay/kit/log.ts'
import { bounds } from '../../bounds.ts'
import type { ResumeOutcome } from '../../ports/orchestrator.ts'
import { authorizedRequest } from '../downstream/authorized-request.ts'
import { ClientSide } from '../downstream/client-side.ts'
import type { Downstream } from '../downstream/downstream.ts'
import { PendingRequest } from '../resume/pending-request.ts'
import type { PendingRequestLimiter } from '../resume/pending-request-limiter.ts'
import { type ResumeCoalescer, refusalOfResume } from '../resume/resume-coalescer.ts'
import { routeRequest } from '../routing/route-request.ts'
import type { InFlightRequest, Routes } from '../routing/routes.ts'
import type { UpstreamConnection } from '../upstream/upstream-connection.ts'
import { chooseForwarder, type ForwarderDeps } from './choose-forwarder.ts'
import { ExchangeEnd } from './exchange-end.ts'
import { ExchangeUpstream, type ExchangeUpstreamDeps } from './exchange-upstream.ts'
import type { Forwarder } from './forwarder.ts'

/** Control has resumed the sandbox on another node, before anything of the request was forwarded. */
export type OnMoved = (downstream: Downstream) => void

export interface ForwardDeps extends ForwarderDeps, ExchangeUpstreamDeps {
  readonly routes: Routes
  readonly resumeCoalescer: ResumeCoalescer
  readonly pendingRequests: PendingRequestLimiter
  readonly log: Logger
}

interface Inbound {
  readonly downstream: Downstream
  readonly destination: Destination
  readonly onMoved: OnMoved | undefined
}

export class Exchange implements InFlightRequest {
  readonly #deps: ForwardDeps
  readonly #inbound: Inbound
  readonly #client: ClientSide
  readonly #upstream: ExchangeUpstream
  readonly #forwarder: Forwarder
  readonly #end: ExchangeEnd
  readonly #pending: PendingRequest
  #phase: 'pending' | 'connecting' | 'forwarding' | 'closing' | 'done' = 'pending'
  /** Counts the steps, so that callbacks of an earlier step are ignored. */
  #step = 0

  constructor(deps: ForwardDeps, inbound: Inbound) {
    const { downstream, destination } = inbound
    this.#deps = deps
    this.#inbound = inbound
    this.#client = new ClientSide(downstream, () => this.#onClientEnd())
    this.#upstream = new ExchangeUpstream(deps, downstream, destination)
    this.#forwarder = chooseForwarder(deps, {
      ...{ downstream, destination },
      onUpstreamError: (error) => this.#onUpstreamError(error),
      onResponseEnd: (disposition) => this.#upstream.dispose(disposition),
    })
    this.#end = new ExchangeEnd({
      ...{ log: deps.log, downstream, destination },
      ...{ client: this.#client, upstream: this.#upstream, forwarder: this.#forwarder },
      impact: () => this.#impact,
      onClosing: () => {
        this.#phase = 'closing'
      },
    })
    this.#pending = new PendingRequest(deps.pendingRequests, {
      sandboxId: destination.sandboxId,
      party: deps.routes.partyOf(destination.sandboxId),
      onRefused: (refusal) => this.#end.refuse(refusal),
    })
  }

  begin(): void {
    this.#client.begin()
    this.#proceed()
  }

  onRouteChange(): void {
    const impact = this.#impact
    switch (this.#phase) {
      case 'pending':
      case 'connecting':
        if (isInterruption(impact) && this.#client.hasBegun) this.#end.interrupt(impact)
        else if (this.#phase === 'pending' || impact !== 'keep') this.#proceed()
        break
      case 'forwarding':
        if (impact === 'hold') this.#continueAfterDisconnect(() => this.#end.resetLost())
        else if (isInterruption(impact)) this.#end.interrupt(impact)
        break
      case 'closing':
      case 'done':
    }
  }

  abort(): void {
    this.#forwarder.release(this.#upstream.connection)
    this.#client.reset()
  }

  get #route(): Route | undefined {
    return this.#deps.routes.routeOf(this.#inbound.destination.sandboxId)
  }

  get #impact(): ConnectionImpact {
    return this.#upstream.impactOf(this.#route)
  }

  #proceed(): void {
    this.#step += 1
    this.#upstream.stopConnecting()
    const decision = routeRequest(this.#route, this.#inbound.downstream, this.#inbound.destination)
    switch (decision.kind) {
      case 'connect':
        this.#connect(decision.route)
        break
      case 'wait':
        this.#waitForUpdate()
        break
      case 'resume':
        this.#waitForUpdate()
        this.#resume()
        break
      case 'refused':
        this.#end.refuse(decision.refusal)
    }
  }

  /** Until the next update of the route. */
  #waitForUpdate(): void {
    this.#phase = 'pending'
    this.#pending.enter()
  }

  #resume(): void {
    if (this.#phase !== 'pending') return
    const step = this.#step
    const { downstream, destination } = this.#inbound
    const resumed = this.#deps.resumeCoalescer.resume(authorizedRequest(downstream, destination))
    void resumed.then((outcome) => {
      if (this.#step === step && this.#phase === 'pending') this.#onResumeOutcome(outcome)
    })
  }

  #onResumeOutcome(outcome: ResumeOutcome): void {
    const { destination, onMoved } = this.#inbound
    const refusal = refusalOfResume(outcome, destination.sandboxId)
    if (outcome.kind === 'elsewhere' && onMoved !== undefined) this.#moveAway(onMoved)
    else if (refusal === undefined) this.#later(bounds.resumeRetryMs, () => this.#proceed())
    else this.#end.refuse(refusal)
  }

  /** Unless a route update comes first, as it usually does. */
  #later(afterMs: number, step: () => void): void {
    const now = this.#step
    this.#phase = 'pending'
    setTimeout(() => {
      if (this.#step === now && this.#phase === 'pending') step()
    }, afterMs)
  }

  #connect(route: Route): void {
    this.#pending.leave()
    this.#phase = 'connecting'
    this.#upstream.connect(route, {
      mayReuseConnection: this.#forwarder.mayReuseConnection,
      onConnected: (connection) => this.#forward(connection, route),
      onFailed: () => this.#end.refuse({ kind: 'port_closed', ...this.#inbound.destination }),
    })
  }

  #forward(connection: UpstreamConnection, route: Route): void {
    this.#phase = 'forwarding'
    this.#inbound.downstream.onForwarding?.()
    connection.watch(bounds.idleMsMax, () => this.#end.reset())
    const options = this.#upstream.sendOptions(route)
    try {
      this.#forwarder.send(connection, options)
    } catch (error) {
      this.#onUpstreamError(error)
    }
  }

  #onUpstreamError(error: unknown): void {
    if (this.#phase !== 'forwarding') return
    const wasReused = this.#upstream.noteFailure()
    const { sandboxId, port } = this.#inbound.destination
    const what = { sandboxID: sandboxId, port, err: error }
    this.#deps.log.debug({ event: 'upstream.failed', ...what }, 'upstream connection failed')
    const giveUp = () => this.#end.giveUp(error)
    const retry = () => (wasReused || this.#forwarder.mayReconnect() ? this.#proceed() : giveUp())
    // A checkpoint may have broken the connection, and the route update may be on its way.
    this.#continueAfterDisconnect(giveUp, () => this.#later(bounds.routeUpdateGraceMs, retry))
  }

  #continueAfterDisconnect(giveUp: () => void, retry = () => this.#proceed()): void {
    this.#upstream.reset()
    const after = this.#forwarder.afterDisconnect()
    if (after === 'retry') retry()
    else if (after === 'lost') giveUp()
  }

  /** Nothing was forwarded: somebody else serves the request, as if it had not been here. */
  #moveAway(onMoved: OnMoved): void {
    this.#leave()
    onMoved({ ...this.#inbound.downstream, body: this.#forwarder.handOver() })
  }

  #onClientEnd(): void {
    if (this.#phase === 'done') return
    this.#leave()
    this.#forwarder.release(this.#upstream.connection)
    this.#client.dropRequest()
  }

  #leave(): void {
    this.#phase = 'done'
    this.#deps.routes.release(this.#inbound.destination.sandboxId, this)
    this.#client.leave()
    this.#pending.leave()
    this.#upstream.stopConnecting()
  }
}
