import type { Socket } from 'node:net'
import {
  type Denial,
  type Denied,
  emptyDenialList,
  recordDenial,
  takeLine,
} from '@cay/core/egress/denials.ts'
import { compileDomains } from '@cay/core/egress/domain-name.ts'
import type { ExemptDestination } from '@cay/core/egress/exempt-destination.ts'
import type { SealedRules } from '@cay/core/egress/lists.ts'
import type { EgressPolicy } from '@cay/core/egress/policy.ts'
import type { Party } from '@cay/core/fairness/fair-queue.ts'
import { bounds } from '../../bounds.ts'
import { Connection } from '../connection/connection.ts'
import { QueryRateLimiter } from '../dns/query-rate-limiter.ts'
import type { SandboxRules } from '../header-rules/sandbox-rules.ts'

/** The value of a placeholder, which is never written to disk or log, or why there is none. */
export type CachedValue = { readonly freshUntilMs: number } & (
  | { readonly value: string; readonly staleAtMs: number }
  | { readonly missing: string }
)

/** Phases in which it has no connections. */
export type Away = 'suspended' | 'paused'

interface SandboxFacts {
  readonly generation: bigint
  readonly address: string
  readonly policy: EgressPolicy
  /** Absent: it counts as a team of its own. */
  readonly teamId?: string | undefined
}

/** What the gateway knows of a sandbox, and its open connections. */
export class Sandbox {
  readonly id: string
  readonly party: Party
  readonly denials = emptyDenialList()
  readonly queryRateLimiter = new QueryRateLimiter()
  readonly #connections = new Set<Connection>()
  generation: bigint
  address: string
  policy: EgressPolicy
  /** Empty for a sandbox; only image pulls of the node have some. */
  exempt: readonly ExemptDestination[] = []
  queriesInFlight = 0
  /** By their placeholders. */
  readonly values = new Map<string, CachedValue>()
  #rules: SandboxRules | undefined
  #refusesUntilMs = 0
  #phase: 'running' | Away = 'running'
  #endedSentBytes = 0
  #endedReceivedBytes = 0

  constructor(id: string, facts: SandboxFacts) {
    this.id = id
    this.party = { team: facts.teamId ?? id, sandbox: id }
    this.generation = facts.generation
    this.address = facts.address
    this.policy = facts.policy
  }

  get connectionCount(): number {
    return this.#connections.size
  }

  get traffic(): { readonly sentBytes: number; readonly receivedBytes: number } {
    let sentBytes = this.#endedSentBytes
    let receivedBytes = this.#endedReceivedBytes
    for (const connection of this.#connections) {
      sentBytes += connection.sentBytes
      receivedBytes += connection.receivedBytes
    }
    return { sentBytes, receivedBytes }
  }

  /** Undefined when there are neither header rules nor a proxy. */
  get rules(): SandboxRules | undefined {
    return this.#rules
  }

  setRules(sealed: SealedRules | undefined): void {
    if (this.#rules?.sealed.text === sealed?.text) return
    this.values.clear()
    this.#rules =
      sealed === undefined
        ? undefined
        : { sealed, hosts: compileDomains(sealed.ruleHosts), opened: undefined }
  }

  isRefusing(nowMs: number): boolean {
    return this.isSuspended || nowMs < this.#refusesUntilMs
  }

  /** Undefined at the connection limit. `release` it when it has ended. */
  admit(guest: Socket): Connection | undefined {
    if (this.#connections.size >= bounds.sandboxConnectionsMax) return undefined
    const connection = new Connection(guest)
    this.#connections.add(connection)
    return connection
  }

  release(connection: Connection): void {
    if (!this.#connections.delete(connection)) return
    this.#endedSentBytes += connection.sentBytes
    this.#endedReceivedBytes += connection.receivedBytes
  }

  get connections(): Iterable<Connection> {
    return this.#connections
  }

  /** Returns how many there were. */
  resetConnections(refuseUntilMs = 0): number {
    this.#refusesUntilMs = refuseUntilMs
    const count = this.#connections.size
    for (const connection of this.#connections) connection.reset()
    return count
  }

  get isSuspended(): boolean {
    return this.#phase !== 'running'
  }

  /** None of its processes runs: a connection from it was made after its resume. */
  get isPaused(): boolean {
    return this.#phase === 'paused'
  }

  /** Resets its connections, and denies new ones until it resumes. */
  suspend(phase: Away): void {
    this.#phase = phase
    this.resetConnections()
  }

  /** Accepts connections again, also when they were refused for a capture. */
  resume(): void {
    this.#phase = 'running'
    this.#refusesUntilMs = 0
  }

  /** Whether one more log line about it is within its rate limit. */
  takeLine(atMs: number): boolean {
    return takeLine(this.denials, atMs)
  }

  /** Returns the denial when it is to be logged. */
  deny(denied: Denied, atMs: number, count = 1): Denial | undefined {
    return recordDenial(this.denials, denied, atMs, count)
  }
}
