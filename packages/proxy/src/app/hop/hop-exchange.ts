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
import type { Destination } from '@cay/core/routing/destination.ts'
import { renderHop } from '@cay/core/routing/hop-header.ts'
import {
  decideLocated,
  isSamePlacement,
  type Location,
  type NodeLocation,
} from '@cay/core/routing/locations.ts'
import type { SandboxRefusal } from '@cay/core/routing/refusals.ts'
import type { Logger } from '@cay/kit/log.ts'
import { bounds } from '../../bounds.ts'
import { authorizedRequest } from '../downstream/authorized-request.ts'
import { ClientSide } from '../downstream/client-side.ts'
import type { Downstream } from '../downstream/downstream.ts'
import { refuse } from '../downstream/refuse.ts'
import type { ResponseHead } from '../forwarding/forwarder.ts'
import { PendingRequest } from '../resume/pending-request.ts'
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
import { HopUpstream } from './hop-upstream.ts'
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

export interface HopRequest {
  readonly downstream: Downstream
  readonly destination: Destination
  /** How often it was tried before, on this node. */
  readonly attempts: number
  /** The sandbox is on this node, as control says. */
  readonly serveHere: (downstream: Downstream, attempts: number) => void
}

export class HopExchange implements InFlightRequest {
  readonly #deps: HopDeps
  readonly #request: HopRequest
  readonly #sandboxId: string
  readonly #client: ClientSide
  readonly #upstream: HopUpstream
  readonly #hop: HopForwarder
  readonly #pending: PendingRequest
  #phase: 'pending' | 'connecting' | 'forwarding' | 'closing' | 'done' = 'pending'
  #attempts: number
  #waits = 0

  constructor(deps: HopDeps, request: HopRequest) {
    this.#deps = deps
    this.#request = request
    this.#sandboxId = request.destination.sandboxId
    this.#attempts = request.attempts
    this.#client = new ClientSide(request.downstream, () => this.#onClientEnd())
    this.#upstream = new HopUpstream(deps.hopConnections, request.downstream.socket)
    this.#hop = chooseHopForwarder(deps, {
      ...{ downstream: request.downstream, destination: request.destination },
      onUpstreamError: (error) => this.#onUpstreamError(error),
      onResponseEnd: (disposition) => this.#upstream.dispose(disposition),
      takesResponse: (head) => this.#takesResponse(head),
    })
    this.#pending = new PendingRequest(deps.pendingRequests, {
      sandboxId: this.#sandboxId,
      party: this.#sandboxId,
      onRefused: (refusal) => this.#refuse(refusal),
    })
  }

  begin(): void {
    this.#client.begin()
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
    this.#hop.forwarder.release(this.#upstream.connection)
    this.#client.reset()
  }

  #locate(): void {
    this.#await(this.#deps.locator.locate(this.#sandboxId), (location) => this.#proceed(location))
  }

  #proceed(location: Location): void {
    const decision = decideLocated(location, this.#deps.ownNodeId())
    switch (decision.kind) {
      case 'hop':
        // Control has nothing newer: the node is about to hear of the sandbox, or control is about to hear of its move.
        if (isSamePlacement(decision.location, this.#upstream.tried)) this.#askLater()
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
    const resumed = this.#deps.clusterResumes.resume(authorizedRequest(downstream, destination))
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
    this.#pending.enter()
  }

  #askLater(): void {
    this.#enterPending()
    if (this.#phase !== 'pending') return
    this.#upstream.forgetTried()
    const afterMs = Math.min(bounds.hopWaitMs * 2 ** this.#waits, bounds.hopWaitMsMax)
    this.#waits += 1
    setTimeout(() => {
      if (this.#phase === 'pending') this.#locate()
    }, afterMs)
  }

  #connect(location: NodeLocation): void {
    this.#pending.leave()
    this.#phase = 'connecting'
    this.#upstream.connect(location, {
      isRaw: this.#hop.isFast,
      onConnected: (connection) => this.#forward(connection, location),
      onFailed: (error) => this.#onDialFailed(error),
    })
  }

  #forward(connection: UpstreamConnection, { epoch }: NodeLocation): void {
    this.#phase = 'forwarding'
    connection.watch(bounds.idleMsMax, () => this.#reset())
    const { destination, downstream } = this.#request
    downstream.onForwarding?.()
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
    this.#upstream.reset()
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
    const { tried } = this.#upstream
    const wasReused = this.#upstream.noteFailure()
    const after = this.#hop.forwarder.afterDisconnect()
    if (after === 'retry' && wasReused && tried !== undefined) this.#connect(tried)
    else if (after === 'retry') this.#tryAgain()
    else if (after === 'lost') this.#refuseUnreachable()
  }

  #logLost(error: unknown): void {
    const { nodeId = '' } = this.#upstream.tried ?? {}
    const what = { sandboxID: this.#sandboxId, nodeID: nodeId, err: error }
    this.#deps.log.debug({ event: 'hop.failed', ...what }, 'failed to forward to the proxy of another node')
  }

  /** Control may know better by now. */
  #tryAgain(): void {
    this.#attempts += 1
    const { tried } = this.#upstream
    if (tried !== undefined) this.#deps.locator.forget(this.#sandboxId, tried)
    if (this.#attempts >= bounds.hopAttemptsMax) this.#refuseUnreachable()
    else this.#locate()
  }

  #refuseUnreachable(): void {
    this.#refuse({ kind: 'unreachable', sandboxId: this.#sandboxId })
  }

  /** Sends a local reply if no response has begun. */
  #refuse(refusal: SandboxRefusal): void {
    if (this.#client.hasBegun) {
      this.#reset()
      return
    }
    this.#phase = 'closing'
    this.#upstream.stopConnecting()
    this.#upstream.reset()
    refuse(this.#deps.log, this.#request.downstream, refusal)
  }

  /** Both connections. */
  #reset(): void {
    this.#upstream.connection?.reset()
    this.#client.reset()
  }

  #onClientEnd(): void {
    if (this.#phase === 'done') return
    this.#leave()
    this.#hop.forwarder.release(this.#upstream.connection)
    this.#client.dropRequest()
  }

  #leave(): void {
    this.#phase = 'done'
    this.#deps.routes.release(this.#sandboxId, this)
    this.#client.leave()
    this.#pending.leave()
    this.#upstream.stopConnecting()
  }
}
