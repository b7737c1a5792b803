/**
 * The life of a request for a sandbox that this node does not have:
 *
 *   locating ──on another node──► connecting ──connected──► forwarding ──response sent, or both sides reset──► done
 *      ▲ │ ▲                          │                          │
 *      │ │ └── connect failed ────────┴── 421, or lost and safe to send again ── (bounded, with a backoff)
 *      │ └──paused──► resuming by control
 *      └──────────────────┘
 *
 * The other proxy applies all rules of the sandbox, and its errors reach the client as they are. Until it has forwarded
 * the request, the request can be sent elsewhere; 421 tells that it has not.
 */
import { headers as names } from '@cay/contract/names.ts'
import type { Destination } from '@cay/core/routing/destination.ts'
import { renderHop } from '@cay/core/routing/hop-header.ts'
import {
  decideLocated,
  isSamePlacement,
  type Location,
  type NodeLocation,
} from '@cay/core/routing/locations.ts'
import { headerValue } from '@cay/core/routing/raw-headers.ts'
import type { SandboxRefusal } from '@cay/core/routing/refusals.ts'
import type { Logger } from '@cay/kit/log.ts'
import { bounds } from '../../bounds.ts'
import type { Downstream } from '../downstream/downstream.ts'
import { refuse } from '../downstream/refuse.ts'
import type { ConnectionDisposition, ResponseHead } from '../forwarding/forwarder.ts'
import type { PendingRequestLimiter } from '../resume/pending-request-limiter.ts'
import { refusalOfResume } from '../resume/resume-coalescer.ts'
import type { InFlightRequest, Routes } from '../routing/routes.ts'
import type { UpstreamConnection } from '../upstream/upstream-connection.ts'
import {
  chooseHopForwarder,
  type HopForwarder,
  type HopForwarderDeps,
  readKnownEpoch,
} from './choose-hop-forwarder.ts'
import type { ClusterResumes } from './cluster-resumes.ts'
import type { HopConnectionPool } from './hop-connection-pool.ts'
import type { SandboxLocator } from './sandbox-locator.ts'

export interface HopDeps extends HopForwarderDeps {
  readonly routes: Pick<Routes, 'admit' | 'release' | 'sandboxConnectionsMax'>
  readonly locator: SandboxLocator
  readonly clusterResumes: ClusterResumes
  readonly hopConnections: HopConnectionPool
  readonly pendingRequests: PendingRequestLimiter
  /** Empty until this proxy has a certificate. */
  readonly ownNodeId: () => string
  readonly log: Logger
}

interface HopRequest {
  readonly downstream: Downstream
  readonly destination: Destination
  /** How often it was tried before, on this node. */
  readonly attempts: number
  /** The sandbox is on this node, as control says. */
  readonly serveHere: (downstream: Downstream, attempts: number) => void
}

export function forwardToOwner(deps: HopDeps, request: HopRequest): void {
  const { sandboxId } = request.destination
  const exchange = new HopExchange(deps, request)
  if (deps.routes.admit(sandboxId, exchange)) exchange.begin()
  else {
    const connectionLimit = deps.routes.sandboxConnectionsMax
    refuse(deps.log, request.downstream, { kind: 'too_many_connections', sandboxId, connectionLimit })
  }
}

class HopExchange implements InFlightRequest {
  readonly #deps: HopDeps
  readonly #request: HopRequest
  readonly #sandboxId: string
  readonly #hop: HopForwarder
  #phase: 'pending' | 'connecting' | 'forwarding' | 'closing' | 'done' = 'pending'
  #attempts: number
  #waits = 0
  /** The last one that was tried. */
  #tried: NodeLocation | undefined
  #connection: UpstreamConnection | undefined
  #needsNewConnection = false
  #leavePending: (() => void) | undefined
  #stopConnecting: () => void = () => undefined

  constructor(deps: HopDeps, request: HopRequest) {
    this.#deps = deps
    this.#request = request
    this.#sandboxId = request.destination.sandboxId
    this.#attempts = request.attempts
    this.#hop = chooseHopForwarder(deps, {
      ...{ downstream: request.downstream, destination: request.destination },
      onUpstreamError: (error) => this.#onUpstreamError(error),
      onResponseEnd: (disposition) => this.#dispose(disposition),
      takesResponse: (head) => this.#takesResponse(head),
    })
  }

  begin(): void {
    const { response, socket } = this.#request.downstream
    response.once('close', this.#end)
    socket.once('close', this.#end)
    // A write to a closed connection is followed by 'close', which is handled.
    response.on('error', () => undefined)
    const known = this.#attempts > 0 ? undefined : this.#deps.locator.recall(this.#sandboxId)
    if (this.#attempts > 0) this.#tryAgain()
    else if (known === undefined) this.#locate()
    else this.#proceed(known)
  }

  /** The own table decides nothing about a sandbox that is elsewhere. */
  onRouteChange(): void {
    return
  }

  abort(): void {
    this.#hop.forwarder.release(this.#connection)
    this.#request.downstream.socket.resetAndDestroy()
  }

  #locate(): void {
    this.#await(this.#deps.locator.locate(this.#sandboxId), (location) => this.#proceed(location))
  }

  #proceed(location: Location): void {
    const decision = decideLocated(location, this.#deps.ownNodeId())
    switch (decision.kind) {
      case 'hop':
        // Control has nothing newer: the node is about to hear of the sandbox, or control is about to hear of its move.
        if (isSamePlacement(decision.location, this.#tried)) this.#askLater()
        else this.#connect(decision.location)
        break
      case 'own':
        this.#serveHere()
        break
      case 'resume':
        this.#resume()
        break
      case 'wait':
        this.#askLater()
        break
      case 'refused':
        this.#refuse({ kind: decision.refusal, sandboxId: this.#sandboxId })
    }
  }

  #serveHere(): void {
    this.#leave()
    const body = this.#hop.forwarder.handOver()
    this.#request.serveHere({ ...this.#request.downstream, body }, this.#attempts)
  }

  #resume(): void {
    const { destination, downstream } = this.#request
    const { rawHeaders } = downstream.request
    const accessToken = headerValue(rawHeaders, names.accessToken) ?? ''
    const trafficToken = headerValue(rawHeaders, names.trafficAccessToken) ?? ''
    const resumed = this.#deps.clusterResumes.resume({ ...destination, accessToken, trafficToken })
    this.#await(resumed, (outcome) => {
      const refusal = outcome.kind === 'located' ? undefined : refusalOfResume(outcome, this.#sandboxId)
      if (refusal !== undefined) this.#refuse(refusal)
      else if (outcome.kind === 'located' && outcome.location.kind !== 'paused')
        this.#proceed(outcome.location)
      else this.#askLater()
    })
  }

  /** Waits for control, unless the client leaves. An error means that control cannot be reached. */
  #await<T>(asked: Promise<T>, next: (result: T) => void): void {
    this.#enterPending()
    asked.then(
      (result) => {
        if (this.#phase === 'pending') next(result)
      },
      (error: unknown) => {
        const what = { sandboxID: this.#sandboxId, err: error }
        this.#deps.log.debug({ event: 'sandbox.locate.failed', ...what }, 'failed to locate a sandbox')
        if (this.#phase === 'pending') this.#refuseUnreachable()
      },
    )
  }

  /** A request waits as long as one for a sandbox of this node does. */
  #enterPending(): void {
    this.#phase = 'pending'
    if (this.#leavePending !== undefined) return
    const sandboxId = this.#sandboxId
    this.#leavePending = this.#deps.pendingRequests.enter(() =>
      this.#refuse({ kind: 'transitioning', sandboxId }),
    )
    if (this.#leavePending !== undefined) return
    this.#refuse({ kind: 'too_many_connections', sandboxId, connectionLimit: bounds.pendingRequestsMax })
  }

  #askLater(): void {
    this.#enterPending()
    if (this.#phase !== 'pending') return
    this.#tried = undefined
    const afterMs = Math.min(bounds.hopWaitMs * 2 ** this.#waits, bounds.hopWaitMsMax)
    this.#waits += 1
    setTimeout(() => {
      if (this.#phase === 'pending') this.#locate()
    }, afterMs)
  }

  #connect(location: NodeLocation): void {
    this.#leavePending?.()
    this.#leavePending = undefined
    this.#phase = 'connecting'
    this.#tried = location
    this.#stopConnecting = this.#deps.hopConnections.connect({
      ...{ location, client: this.#request.downstream.socket, isRaw: this.#hop.isFast },
      mayReuseConnection: !this.#needsNewConnection,
      onConnected: (connection) => this.#forward(connection, location),
      onFailed: (error) => this.#onDialFailed(error),
    })
  }

  #forward(connection: UpstreamConnection, { epoch }: NodeLocation): void {
    this.#phase = 'forwarding'
    this.#connection = connection
    connection.watch(bounds.idleMsMax, () => this.#reset())
    const { destination, downstream } = this.#request
    const client = this.#deps.hopConnections.numberOf(downstream.socket)
    const hop = renderHop({ destination, epoch, client, awaitsForwarding: this.#hop.holdsBody })
    try {
      this.#hop.forwarder.send(connection, { hostMask: '', keepAlive: true, hop })
    } catch (error) {
      this.#onUpstreamError(error)
    }
  }

  #takesResponse({ statusCode, rawHeaders }: ResponseHead): boolean {
    if (readKnownEpoch(statusCode, rawHeaders) === undefined) return true
    process.nextTick(() => this.#onMisdirected())
    return false
  }

  /** The other proxy has no such sandbox, and nothing of the request was forwarded into one. */
  #onMisdirected(): void {
    if (this.#phase !== 'forwarding') return
    this.#connection?.reset()
    this.#connection = undefined
    if (this.#hop.forwarder.rewind()) this.#tryAgain()
    else this.#refuseUnreachable()
  }

  #onDialFailed(error: Error): void {
    this.#logLost(error)
    // Each may take seconds, so fewer are made.
    this.#attempts += 2
    this.#tryAgain()
  }

  #onUpstreamError(error: unknown): void {
    if (this.#phase !== 'forwarding') return
    this.#logLost(error)
    const wasReused = this.#connection?.isReused === true
    this.#needsNewConnection ||= wasReused
    this.#connection?.reset()
    this.#connection = undefined
    const after = this.#hop.forwarder.afterDisconnect()
    if (after === 'retry' && wasReused && this.#tried !== undefined) this.#connect(this.#tried)
    else if (after === 'retry') this.#tryAgain()
    else if (after === 'lost') this.#refuseUnreachable()
  }

  #logLost(error: unknown): void {
    const { nodeId = '' } = this.#tried ?? {}
    const what = { sandboxID: this.#sandboxId, nodeID: nodeId, err: error }
    this.#deps.log.debug({ event: 'hop.failed', ...what }, 'failed to forward to the proxy of another node')
  }

  /** Control may know better by now. */
  #tryAgain(): void {
    this.#attempts += 1
    if (this.#tried !== undefined) this.#deps.locator.forget(this.#sandboxId, this.#tried)
    if (this.#attempts >= bounds.hopAttemptsMax) this.#refuseUnreachable()
    else this.#locate()
  }

  #refuseUnreachable(): void {
    this.#refuse({ kind: 'unreachable', sandboxId: this.#sandboxId })
  }

  /** Sends a local reply if no response has begun. */
  #refuse(refusal: SandboxRefusal): void {
    if (this.#hasBegun) {
      this.#reset()
      return
    }
    this.#phase = 'closing'
    this.#stopConnecting()
    this.#connection?.reset()
    this.#connection = undefined
    refuse(this.#deps.log, this.#request.downstream, refusal)
  }

  get #hasBegun(): boolean {
    return this.#request.downstream.response.headersSent
  }

  /** The response is complete. */
  #dispose(disposition: ConnectionDisposition): void {
    const connection = this.#connection
    const location = this.#tried
    this.#connection = undefined
    if (connection === undefined || location === undefined) return
    const { socket } = this.#request.downstream
    if (disposition !== 'keep') connection.reset()
    else connection.whenFree(() => this.#deps.hopConnections.keep(location, socket, connection))
  }

  /** Both connections. */
  #reset(): void {
    this.#connection?.reset()
    this.#request.downstream.socket.resetAndDestroy()
  }

  readonly #end = (): void => {
    if (this.#phase === 'done') return
    this.#leave()
    this.#hop.forwarder.release(this.#connection)
    const { request } = this.#request.downstream
    // When the response ended before the request, the rest is dropped so that the next request can be read.
    request.unpipe()
    request.resume()
  }

  #leave(): void {
    this.#phase = 'done'
    const { response, socket } = this.#request.downstream
    this.#deps.routes.release(this.#sandboxId, this)
    response.off('close', this.#end)
    socket.off('close', this.#end)
    this.#leavePending?.()
    this.#stopConnecting()
  }
}
