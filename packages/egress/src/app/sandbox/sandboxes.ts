/**
 * The sandboxes by the last updates of the orchestrator. A source address of no running sandbox gets nothing: neither pooled
 * containers, nor ended ones, nor anything else that can reach the gateway's address. A suspended sandbox keeps its denials and
 * its traffic counters.
 */
import { allAddresses, type EgressPolicy, parseEgressPolicy } from '@cay/core/egress/policy.ts'
import type { Party } from '@cay/core/fairness/fair-queue.ts'
import type { Logger } from '@cay/kit/log.ts'
import { bounds } from '../../bounds.ts'
import type { NodeEvent, SandboxUpdate } from '../../ports/orchestrator-client.ts'
import { type Away, Sandbox } from './sandbox.ts'

interface Waiter {
  readonly isMet: () => boolean
  readonly resolve: () => void
}

export class Sandboxes {
  readonly #log: Logger
  readonly #byId = new Map<string, Sandbox>()
  readonly #byAddress = new Map<string, Sandbox>()
  /** Oldest first. */
  readonly #suspended = new Set<Sandbox>()
  readonly #lists = new WeakMap<Sandbox, string>()
  readonly #waiters = new Set<Waiter>()
  /** Waiters for a sandbox of an address, by address. */
  readonly #untrackedWaiters = new Map<string, number>()

  constructor(log: Logger) {
    this.#log = log
  }

  get(sandboxId: string): Sandbox | undefined {
    return this.#byId.get(sandboxId)
  }

  all(): Iterable<Sandbox> {
    return this.#byId.values()
  }

  apply(event: NodeEvent): void {
    if (event.kind === 'snapshot') {
      const listed = new Set(event.sandboxes.map(({ sandboxId }) => sandboxId))
      for (const sandbox of this.#byId.values()) if (!listed.has(sandbox.id)) this.#end(sandbox)
      for (const update of event.sandboxes) this.#put(update)
    } else if (event.sandbox.generation >= (this.#byId.get(event.sandbox.sandboxId)?.generation ?? 0n)) {
      this.#put(event.sandbox)
    }
    for (const waiter of this.#waiters) if (waiter.isMet()) waiter.resolve()
  }

  /** Who takes turns for what comes from the address. */
  partyAt(address: string): Party {
    return this.#byAddress.get(address)?.party ?? { team: address, sandbox: address }
  }

  /**
   * The sandbox with this address. Waits for a moment when none is known or it is paused: it may just have been created or
   * resumed, of which the gateway hears a moment later.
   */
  async find(address: string): Promise<Sandbox | undefined> {
    if (!this.#isKnown(address)) await this.#untilKnown(address)
    return this.#byAddress.get(address)
  }

  #isKnown(address: string): boolean {
    return this.#byAddress.get(address)?.isPaused === false
  }

  /** Bounded per address: one that never gets a sandbox must not take the places of others. */
  async #untilKnown(address: string): Promise<void> {
    const waiting = this.#untrackedWaiters.get(address) ?? 0
    if (waiting >= bounds.untrackedWaitersPerAddressMax) return
    this.#untrackedWaiters.set(address, waiting + 1)
    const isKnown = () => this.#isKnown(address)
    await this.#until(isKnown, { count: bounds.untrackedWaitersMax, ms: bounds.untrackedWaitMsMax })
    const left = (this.#untrackedWaiters.get(address) ?? 1) - 1
    if (left === 0) this.#untrackedWaiters.delete(address)
    else this.#untrackedWaiters.set(address, left)
  }

  /** False when no such update came in time. */
  async hasGeneration(sandboxId: string, generation: bigint): Promise<boolean> {
    const isKnown = () => (this.#byId.get(sandboxId)?.generation ?? -1n) >= generation
    return isKnown() || (await this.#until(isKnown, { count: bounds.awaitersMax, ms: bounds.awaitMsMax }))
  }

  resetAll(): void {
    for (const sandbox of this.#byId.values()) sandbox.resetConnections()
  }

  async #until(isMet: () => boolean, max: { count: number; ms: number }): Promise<boolean> {
    if (this.#waiters.size >= max.count) return false
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiter = { isMet, resolve }
    const timer = setTimeout(resolve, max.ms)
    this.#waiters.add(waiter)
    await promise
    clearTimeout(timer)
    this.#waiters.delete(waiter)
    return isMet()
  }

  #put(update: SandboxUpdate): void {
    const known = this.#byId.get(update.sandboxId)
    if (update.phase !== 'running') {
      if (known === undefined) return
      if (update.phase === 'ended') this.#end(known)
      else this.#suspend(known, update.generation, update.phase)
      return
    }
    const sandbox = known ?? this.#add(update, update.address)
    sandbox.generation = update.generation
    sandbox.exempt = update.exempt ?? []
    this.#setPolicy(sandbox, update)
    this.#setAddress(sandbox, update.address)
    if (this.#suspended.delete(sandbox)) sandbox.resume()
  }

  /** It keeps its address until another sandbox has it. */
  #suspend(sandbox: Sandbox, generation: bigint, phase: Away): void {
    sandbox.generation = generation
    sandbox.suspend(phase)
    this.#suspended.delete(sandbox)
    this.#suspended.add(sandbox)
    for (const first of this.#suspended) {
      if (this.#suspended.size <= bounds.suspendedSandboxesMax) break
      this.#end(first)
    }
  }

  #add(update: SandboxUpdate, address: string): Sandbox {
    const sandbox = new Sandbox(update.sandboxId, {
      generation: update.generation,
      address,
      policy: closedPolicy,
      teamId: update.teamId,
    })
    this.#byId.set(sandbox.id, sandbox)
    return sandbox
  }

  /** Connections that are open go on; new ones follow the new policy. */
  #setPolicy(sandbox: Sandbox, { lists: { allowOut, denyOut, sealed } }: SandboxUpdate): void {
    sandbox.setRules(sealed)
    const lists = JSON.stringify([allowOut, denyOut])
    if (this.#lists.get(sandbox) === lists) return
    this.#lists.set(sandbox, lists)
    try {
      sandbox.policy = parseEgressPolicy(allowOut, denyOut)
    } catch (error) {
      // Control has validated it, so this is a bug: deny everything rather than allow too much.
      this.#log.error(
        { event: 'policy.invalid', sandboxID: sandbox.id, err: error },
        'failed to parse an egress policy; all traffic is denied',
      )
      sandbox.policy = closedPolicy
    }
  }

  #setAddress(sandbox: Sandbox, address: string): void {
    if (sandbox.address !== address) {
      sandbox.resetConnections()
      if (this.#byAddress.get(sandbox.address) === sandbox) this.#byAddress.delete(sandbox.address)
      sandbox.address = address
    }
    const other = this.#byAddress.get(address)
    if (other !== undefined && other !== sandbox) {
      if (other.generation > sandbox.generation && !other.isSuspended) return
      if (!other.isSuspended) this.#end(other)
    }
    this.#byAddress.set(address, sandbox)
  }

  #end(sandbox: Sandbox): void {
    this.#byId.delete(sandbox.id)
    this.#suspended.delete(sandbox)
    if (this.#byAddress.get(sandbox.address) === sandbox) this.#byAddress.delete(sandbox.address)
    const count = sandbox.resetConnections(Number.POSITIVE_INFINITY)
    if (count > 0)
      this.#log.info(
        { event: 'sandbox.connections.reset', sandboxID: sandbox.id, count },
        'reset the connections of an ended sandbox',
      )
  }
}

const closedPolicy: EgressPolicy = parseEgressPolicy([], [allAddresses])
