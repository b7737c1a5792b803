/**
 * How an exchange ends before its response is complete: with a local reply, with the end of a stream, or with a reset. Nothing
 * else is sent from then on.
 */
import type { Destination } from '@cay/core/routing/destination.ts'
import type { Interruption } from '@cay/core/routing/interruption.ts'
import { type ConnectionImpact, isInterruption } from '@cay/core/routing/phase.ts'
import type { SandboxRefusal } from '@cay/core/routing/refusals.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { ClientSide } from '../downstream/client-side.ts'
import type { Downstream } from '../downstream/downstream.ts'
import { refuse } from '../downstream/refuse.ts'
import type { ExchangeUpstream } from './exchange-upstream.ts'
import type { Forwarder } from './forwarder.ts'

interface ExchangeParts {
  readonly log: Logger
  readonly downstream: Downstream
  readonly destination: Destination
  readonly client: ClientSide
  readonly upstream: ExchangeUpstream
  readonly forwarder: Forwarder
  /** What the present route means for the connection. */
  readonly impact: () => ConnectionImpact
  readonly onClosing: () => void
}

export class ExchangeEnd {
  readonly #parts: ExchangeParts

  constructor(parts: ExchangeParts) {
    this.#parts = parts
  }

  /** Sends a local reply if no response has begun. */
  refuse(refusal: SandboxRefusal): void {
    const { log, downstream, client } = this.#parts
    const impact = this.#parts.impact()
    if (!client.hasBegun) {
      this.#close()
      refuse(log, downstream, refusal)
    } else if (isInterruption(impact)) this.interrupt(impact)
    else this.reset()
  }

  interrupt(by: Interruption): void {
    const { log, downstream, destination, client, forwarder } = this.#parts
    const after = forwarder.interrupt(by)
    this.#close()
    if (after === 'respond')
      refuse(log, downstream, { kind: 'interrupted', sandboxId: destination.sandboxId, by })
    else if (after === 'reset') client.reset()
  }

  /** The connection is lost, and the request cannot be sent again. */
  giveUp(error: unknown): void {
    const { sandboxId, port } = this.#parts.destination
    this.#logLostStream(error)
    this.refuse({ kind: 'port_closed', sandboxId, port })
  }

  /** The same, when nobody can say why. */
  resetLost(): void {
    this.#logLostStream()
    this.reset()
  }

  /** Both connections. */
  reset(): void {
    this.#parts.upstream.connection?.reset()
    this.#parts.client.reset()
  }

  #close(): void {
    const { upstream, onClosing } = this.#parts
    onClosing()
    upstream.stopConnecting()
    upstream.reset()
  }

  /** Operators want to know of a resumable stream that was lost. */
  #logLostStream(error?: unknown): void {
    const { log, destination, client, forwarder } = this.#parts
    if (!forwarder.isStream) return
    const what = { err: error, sandboxID: destination.sandboxId, hasBegun: client.hasBegun }
    log.warn({ event: 'stream.resume.failed', ...what }, 'failed to resume a stream')
  }
}
