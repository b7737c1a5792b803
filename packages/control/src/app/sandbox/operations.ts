/**
 * The operations of this process: long operations are recorded with a lease, so that other processes begin none on the
 * same sandbox meanwhile. The rules are in `core/sandbox/operation.ts`.
 */
import {
  isHeldByOther,
  isSameOperation,
  mayBegin,
  type Operation,
  type OperationContext,
  type OperationVerb,
  operationLeaseMs,
  operationRenewMs,
} from '@cay/core/sandbox/operation.ts'
import type { Clock } from '../../ports/host.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Store } from '../../ports/store.ts'
import type { SandboxWriters } from './sandbox-writers.ts'

/** Delays in milliseconds between two reads of a record that another process may change. */
const pollMsMin = 100
const pollMsMax = 500

export class Operations {
  readonly processId: string
  readonly #store: Pick<Store, 'isShared' | 'renewOperations'>
  readonly #clock: Clock

  constructor(processId: string, { store, leaseClock }: { store: Store; leaseClock: Clock }) {
    this.processId = processId
    this.#store = store
    this.#clock = leaseClock
  }

  begin(verb: OperationVerb, untilMs = this.#clock.nowMs() + operationLeaseMs): Operation {
    return { verb, by: this.processId, untilMs }
  }

  /** Whether the record is still as it was decided on, and no other process has begun anything since. */
  mayBegin(verb: OperationVerb, decided: SandboxRecord, locked: SandboxRecord): boolean {
    const isUnchanged = locked.state === decided.state && locked.epoch === decided.epoch
    return isUnchanged && mayBegin(verb, locked.operation, this.#context())
  }

  isHeldByOther({ operation }: Pick<SandboxRecord, 'operation'>): boolean {
    return isHeldByOther(operation, this.#context())
  }

  /** The fence of results: false when another process has taken the sandbox over since the operation began. */
  isOurs(begun: SandboxRecord, locked: SandboxRecord): boolean {
    return locked.epoch === begun.epoch && isSameOperation(locked.operation, begun.operation)
  }

  /**
   * Resolves when the record may have changed: when this process has announced it, or after a while where other
   * processes may have changed it. `turn`: how often the caller has waited before.
   */
  async untilChanged(announced: Promise<void>, turn: number): Promise<void> {
    if (!this.#store.isShared) return await announced
    const woken = new AbortController()
    const pollMs = Math.min(pollMsMin * 2 ** turn, pollMsMax)
    await Promise.race([announced, this.#clock.sleep(pollMs, woken.signal)])
    woken.abort()
  }

  /** Extends the leases of all operations in progress, until the signal is aborted. Never throws. */
  async keepRenewing(writers: SandboxWriters, signal: AbortSignal, onError: (error: unknown) => void) {
    while (!signal.aborted) {
      await this.#clock.sleep(operationRenewMs, signal)
      const untilMs = this.#clock.nowMs() + operationLeaseMs
      await this.#store.renewOperations(this.processId, writers.activeIds(), untilMs).catch(onError)
    }
  }

  #context(): OperationContext {
    const { isShared } = this.#store
    return { processId: this.processId, isShared, nowMs: this.#clock.nowMs() }
  }
}
