/**
 * Brings control's records and the node's sandboxes together: by each change that the node reports, and by laying both
 * lists side by side. Takes no argument but the world and looks; may be run at any moment, any number of times.
 */

import { isServiceError } from '@cay/core/errors.ts'
import { decideStep, type Look, type Step } from '@cay/core/reconcile/decide-step.ts'
import type { NodeSandbox } from '../ports.ts'
import type { Deps } from './deps.ts'
import { finishKill } from './kill-sandbox.ts'
import { recordEnd } from './record-end.ts'

/** Ended sandboxes are remembered for this long. */
const endedKeptMs = 7 * 24 * 3_600_000

export class SandboxReconciler {
  readonly #deps: Deps
  /** Since when a sandbox without a record is seen, by id; never more than the node has sandboxes. */
  #strangers = new Map<string, number>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Asks the node for its list. Throws node_unavailable. */
  async look(): Promise<void> {
    const askedAtMs = this.#deps.clock.nowMs()
    await this.compareAll(await this.#deps.orchestrator.listSandboxes(), askedAtMs)
    await this.#deps.store.pruneEnded(this.#deps.clock.nowMs() - endedKeptMs)
  }

  /** `askedAtMs`: the list is not older than this. */
  async compareAll(onNode: readonly NodeSandbox[], askedAtMs: number): Promise<void> {
    const reported = new Map(onNode.map((sandbox) => [sandbox.sandboxId, sandbox]))
    const recorded = await this.#deps.store.listUnended()
    const ids = new Set([...reported.keys(), ...recorded.map(({ sandboxId }) => sandboxId)])
    this.#strangers = new Map([...this.#strangers].filter(([id]) => reported.has(id)))
    const ended = await Promise.all([...ids].map((id) => this.#settle(id, reported.get(id), askedAtMs)))
    await this.#acknowledge(ended.filter((id) => id !== undefined))
  }

  async compareOne(sandbox: NodeSandbox): Promise<void> {
    const ended = await this.#settle(sandbox.sandboxId, sandbox, this.#deps.clock.nowMs())
    if (ended !== undefined) await this.#acknowledge([ended])
  }

  /** Returns the id when the node may forget it. What fails is tried again at the next look. */
  async #settle(
    sandboxId: string,
    reported: NodeSandbox | undefined,
    askedAtMs: number,
  ): Promise<string | undefined> {
    const { clock, log, store, writers } = this.#deps
    try {
      return await writers.run(sandboxId, async () => {
        const recorded = await store.findSandbox(sandboxId)
        const look: Look = {
          nowMs: clock.nowMs(),
          askedAtMs,
          strangerSinceMs: this.#strangers.get(sandboxId),
        }
        return this.#take(decideStep(recorded, reported, look), sandboxId, reported)
      })
    } catch (error) {
      log[isServiceError(error) ? 'info' : 'error'](
        { sandboxID: sandboxId, err: error },
        'not reconciled yet',
      )
      return undefined
    }
  }

  async #take(step: Step, sandboxId: string, reported: NodeSandbox | undefined): Promise<string | undefined> {
    const { clock, log, orchestrator, store } = this.#deps
    if (step.kind !== 'nothing') log.debug({ sandboxID: sandboxId, step }, 'reconciling')
    const acknowledged = reported?.phase === 'ended' ? sandboxId : undefined
    switch (step.kind) {
      case 'nothing':
        return undefined
      case 'acknowledge':
        return acknowledged
      case 'takeOver':
        if (reported !== undefined) {
          const { endAtMs, generation, startedAtMs } = reported
          await store.updateSandbox(sandboxId, {
            endAtMs,
            generation,
            startedAtMs,
            changedAtMs: clock.nowMs(),
          })
        }
        return undefined
      case 'recordEnd':
        await recordEnd(this.#deps, sandboxId, {
          reason: step.reason,
          endedAtMs: reported?.endedAtMs || clock.nowMs(),
        })
        return acknowledged
      case 'dropRecord':
        log.info({ sandboxID: sandboxId }, 'forgot a create that was not finished')
        await store.removeSandbox(sandboxId)
        return acknowledged
      case 'remember':
        this.#strangers.set(sandboxId, clock.nowMs())
        return undefined
      case 'kill':
        if (step.reason === 'killed') await finishKill(this.#deps, sandboxId)
        else {
          log.warn({ sandboxID: sandboxId, reason: step.reason }, 'killing a sandbox that nobody was told of')
          await orchestrator.killSandbox(sandboxId, step.reason)
        }
        return undefined
    }
  }

  async #acknowledge(ended: readonly string[]): Promise<void> {
    if (ended.length > 0) await this.#deps.orchestrator.acknowledgeEnded(ended)
  }
}
