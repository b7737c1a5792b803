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
import { headers as names } from '@cay/contract/names.ts'
import type { Destination } from '@cay/core/routing/destination.ts'
import type { Interruption } from '@cay/core/routing/interruption.ts'
import { type ConnectionImpact, isInterruption, type Route } from '@cay/core/routing/phase.ts'
import { headerValue } from '@cay/core/routing/raw-headers.ts'
import type { SandboxRefusal } from '@cay/core/routing/refusals.ts'
import type { Logger } from '@cay/kit/log.ts'
import { bounds } from '../../bounds.ts'
import type { ResumeOutcome } from '../../ports/orchestrator.ts'
import type { Downstream } from '../downstream/downstream.ts'
import { refuse } from '../downstream/refuse.ts'
import type { PendingRequestLimiter } from '../resume/pending-request-limiter.ts'
import { type ResumeCoalescer, refusalOfResume } from '../resume/resume-coalescer.ts'
import { routeRequest } from '../routing/route-request.ts'
import type { InFlightRequest, Routes } from '../routing/routes.ts'
import type { UpstreamConnection } from '../upstream/upstream-connection.ts'
import { chooseForwarder, type ForwarderDeps } from './choose-forwarder.ts'
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

/** Without `onMoved` the sandbox is resumed here, if at all. */
export function forward(
  deps: ForwardDeps,
  downstream: Downstream,
  destination: Destination,
  onMoved?: OnMoved,
): void {
  const exchange = new Exchange(deps, { downstream, destination, onMoved })
  if (deps.routes.admit(destination.sandboxId, exchange)) exchange.begin()
  else
    refuse(deps.log, downstream, {
      kind: 'too_many_connections',
      sandboxId: destination.sandboxId,
      connectionLimit: deps.routes.sandboxConnectionsMax,
    })
}

interface Inbound {
  readonly downstream: Downstream
  readonly destination: Destination
  readonly onMoved: OnMoved | undefined
}

class Exchange implements InFlightRequest {
  readonly #deps: ForwardDeps
  readonly #downstream: Downstream
  readonly #destination: Destination
  readonly #upstream: ExchangeUpstream
  readonly #forwarder: Forwarder
  readonly #onMoved: OnMoved | undefined
  #phase: 'pending' | 'connecting' | 'forwarding' | 'closing' | 'done' = 'pending'
  #leavePending: (() => void) | undefined
  /** Counts the steps, so that callbacks of an earlier step are ignored. */
  #step = 0

  constructor(deps: ForwardDeps, { downstream, destination, onMoved }: Inbound) {
    this.#deps = deps
    this.#onMoved = onMoved
    this.#downstream = downstream
    this.#destination = destination
    this.#upstream = new ExchangeUpstream(deps, downstream, destination)
    this.#forwarder = chooseForwarder(deps, {
      ...{ downstream, destination },
      onUpstreamError: (error) => this.#onUpstreamError(error),
      onResponseEnd: (disposition) => this.#upstream.dispose(disposition),
    })
  }

  begin(): void {
    const { response, socket } = this.#downstream
    response.once('close', this.#end)
    socket.once('close', this.#end)
    // A write to a closed connection is followed by 'close', which is handled.
    response.on('error', () => undefined)
    this.#proceed()
  }

  onRouteChange(): void {
    const impact = this.#impact
    switch (this.#phase) {
      case 'pending':
      case 'connecting':
        if (isInterruption(impact) && this.#hasBegun) this.#interrupt(impact)
        else if (this.#phase === 'pending' || impact !== 'keep') this.#proceed()
        break
      case 'forwarding':
        if (impact === 'hold') this.#continueAfterDisconnect(() => this.#resetLostRequest())
        else if (isInterruption(impact)) this.#interrupt(impact)
        break
      case 'closing':
      case 'done':
    }
  }

  abort(): void {
    this.#forwarder.release(this.#upstream.connection)
    this.#downstream.socket.resetAndDestroy()
  }

  get #route(): Route | undefined {
    return this.#deps.routes.routeOf(this.#destination.sandboxId)
  }

  get #impact(): ConnectionImpact {
    return this.#upstream.impactOf(this.#route)
  }

  /** The head of a response was sent to the client. */
  get #hasBegun(): boolean {
    return this.#downstream.response.headersSent
  }

  #proceed(): void {
    this.#step += 1
    this.#upstream.stopConnecting()
    const decision = routeRequest(this.#route, this.#downstream, this.#destination)
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
        this.#refuse(decision.refusal)
    }
  }

  /** Until the next update of the route. */
  #waitForUpdate(): void {
    this.#phase = 'pending'
    if (this.#leavePending !== undefined) return
    const { sandboxId } = this.#destination
    this.#leavePending = this.#deps.pendingRequests.enter(() =>
      this.#refuse({ kind: 'transitioning', sandboxId }),
    )
    if (this.#leavePending !== undefined) return
    this.#refuse({ kind: 'too_many_connections', sandboxId, connectionLimit: bounds.pendingRequestsMax })
  }

  #resume(): void {
    if (this.#phase !== 'pending') return
    const step = this.#step
    const { sandboxId, port } = this.#destination
    const { rawHeaders } = this.#downstream.request
    const accessToken = headerValue(rawHeaders, names.accessToken) ?? ''
    const trafficToken = headerValue(rawHeaders, names.trafficAccessToken) ?? ''
    const inbound = { sandboxId, port, accessToken, trafficToken }
    void this.#deps.resumeCoalescer.resume(inbound).then((outcome) => {
      if (this.#step === step && this.#phase === 'pending') this.#onResumeOutcome(outcome)
    })
  }

  #onResumeOutcome(outcome: ResumeOutcome): void {
    const refusal = refusalOfResume(outcome, this.#destination.sandboxId)
    if (outcome.kind === 'elsewhere' && this.#onMoved !== undefined) this.#moveAway(this.#onMoved)
    else if (refusal === undefined) this.#later(bounds.resumeRetryMs, () => this.#proceed())
    else this.#refuse(refusal)
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
    this.#leavePending?.()
    this.#leavePending = undefined
    this.#phase = 'connecting'
    this.#upstream.connect(route, {
      mayReuseConnection: this.#forwarder.mayReuseConnection,
      onConnected: (connection) => this.#forward(connection, route),
      onFailed: () => this.#refuse({ kind: 'port_closed', ...this.#destination }),
    })
  }

  #forward(connection: UpstreamConnection, route: Route): void {
    this.#phase = 'forwarding'
    this.#downstream.onForwarding?.()
    connection.watch(bounds.idleMsMax, () => this.#reset())
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
    const { sandboxId, port } = this.#destination
    this.#deps.log.debug(
      { event: 'upstream.failed', sandboxID: sandboxId, port, err: error },
      'upstream connection failed',
    )
    const giveUp = () => {
      this.#logLostStream(error)
      this.#refuse({ kind: 'port_closed', sandboxId, port })
    }
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

  /** Operators want to know of a resumable stream that was lost. */
  #logLostStream(error?: unknown): void {
    if (!this.#forwarder.isStream) return
    const what = { err: error, sandboxID: this.#destination.sandboxId, hasBegun: this.#hasBegun }
    this.#deps.log.warn({ event: 'stream.resume.failed', ...what }, 'failed to resume a stream')
  }

  #resetLostRequest(): void {
    this.#logLostStream()
    this.#reset()
  }

  /** Sends a local reply if no response has begun. */
  #refuse(refusal: SandboxRefusal): void {
    const impact = this.#impact
    if (!this.#hasBegun) {
      this.#close()
      refuse(this.#deps.log, this.#downstream, refusal)
    } else if (isInterruption(impact)) this.#interrupt(impact)
    else this.#reset()
  }

  #interrupt(by: Interruption): void {
    const { sandboxId } = this.#destination
    const after = this.#forwarder.interrupt(by)
    this.#close()
    if (after === 'respond') refuse(this.#deps.log, this.#downstream, { kind: 'interrupted', sandboxId, by })
    else if (after === 'reset') this.#downstream.socket.resetAndDestroy()
  }

  /** From here on only a local reply or an end of stream is sent. */
  #close(): void {
    this.#phase = 'closing'
    this.#upstream.stopConnecting()
    this.#upstream.reset()
  }

  /** Both connections. */
  #reset(): void {
    this.#upstream.connection?.reset()
    this.#downstream.socket.resetAndDestroy()
  }

  /** Nothing was forwarded: somebody else serves the request, as if it had not been here. */
  #moveAway(onMoved: OnMoved): void {
    this.#leave()
    onMoved({ ...this.#downstream, body: this.#forwarder.handOver() })
  }

  readonly #end = (): void => {
    if (this.#phase === 'done') return
    this.#leave()
    this.#forwarder.release(this.#upstream.connection)
    const { request } = this.#downstream
    // When the response ended before the request, the rest is dropped so that the next request can be read.
    request.unpipe()
    request.resume()
  }

  #leave(): void {
    this.#phase = 'done'
    const { response, socket } = this.#downstream
    this.#deps.routes.release(this.#destination.sandboxId, this)
    response.off('close', this.#end)
    socket.off('close', this.#end)
    this.#leavePending?.()
    this.#upstream.stopConnecting()
  }
}
