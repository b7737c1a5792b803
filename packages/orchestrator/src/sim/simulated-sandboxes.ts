/**
 * Sandboxes of a simulated orchestrator, for tests of services that follow it. Each has the address that the test gives it,
 * and enters any phase without the operation that leads there. Calls take effect in order, before the next event of I/O.
 */
import type { ExemptDestination } from '@cay/core/egress/exempt-destination.ts'
import type { EgressLists } from '@cay/core/egress/lists.ts'
import type { Lifecycle } from '@cay/core/sandbox/lifecycle.ts'
import { acknowledgeEnded } from '../app/sandbox/acknowledge-ended.ts'
import { createSandbox } from '../app/sandbox/create-sandbox.ts'
import { endSandbox } from '../app/sandbox/end-sandbox.ts'
import type { LiveRecord, SandboxView } from '../app/sandbox/sandbox-registry.ts'
import { setEgressPolicy } from '../app/sandbox/set-egress-policy.ts'
import type { Ingress, PausedSandbox } from '../ports/record.ts'
import { simulatedBuild } from './simulated-node.ts'
import type { SimulatedOrchestrator } from './simulated-orchestrator.ts'

const hourSeconds = 3600
const noLists: EgressLists = { allowOut: [], denyOut: [] }

export interface SandboxOptions {
  readonly egress?: EgressLists
  readonly ingress?: Ingress
  readonly lifecycle?: Lifecycle
  /** Of its placement by control; absent: none is given. */
  readonly epoch?: number
  readonly teamId?: string
}

export interface SandboxState extends SandboxOptions {
  readonly phase: Exclude<SandboxView['phase'], 'ended'>
  readonly endAtMs?: number
  readonly filesOnly?: boolean
  readonly frozen?: boolean
}

export class SimulatedSandboxes {
  readonly #orchestrator: SimulatedOrchestrator
  readonly #records = new Map<string, LiveRecord>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(orchestrator: SimulatedOrchestrator) {
    this.#orchestrator = orchestrator
    orchestrator.machine.sandboxesMax = Number.POSITIVE_INFINITY
  }

  /** Resolves with the sandbox's generation, as the next two do. */
  add(sandboxId: string, address: string, { egress = noLists, ...more }: SandboxOptions = {}) {
    return this.#inOrder(async () => {
      const { machine, node } = this.#orchestrator
      const { templateId, buildId } = simulatedBuild
      machine.nextAddresses.push(address)
      const request = { sandboxId, templateId, buildId, timeoutSeconds: hourSeconds, envVars: {} }
      const { view } = await createSandbox(node, { ...request, egress, ...more })
      this.#records.set(sandboxId, view.record)
      return view.generation
    })
  }

  setEgressPolicy(sandboxId: string, lists: EgressLists): Promise<bigint> {
    return this.#inOrder(async () => {
      return (await setEgressPolicy(this.#orchestrator.node, sandboxId, lists)).generation
    })
  }

  /** What is not given stays as it is. */
  show(sandboxId: string, state: SandboxState): Promise<bigint> {
    return this.#inOrder(async () => {
      const { registry } = this.#orchestrator.node
      const record = this.#change(sandboxId, state)
      const { phase, filesOnly = false, frozen } = state
      if (phase === 'paused' || phase === 'resuming')
        return registry.putPaused(toPaused(record, filesOnly), phase).generation
      const { generation } = registry.put(record, phase, { filesOnly })
      if (frozen === undefined) return generation
      registry.setFrozen(sandboxId, frozen)
      return registry.view(sandboxId)?.generation ?? generation
    })
  }

  end(sandboxId: string): Promise<void> {
    return this.#inOrder(() => endSandbox(this.#orchestrator.node, sandboxId, 'killed'))
  }

  /** The node knows nothing of it any more. */
  forget(sandboxId: string): Promise<void> {
    return this.#inOrder(async () => {
      await endSandbox(this.#orchestrator.node, sandboxId, 'killed')
      await acknowledgeEnded(this.#orchestrator.node, [sandboxId])
    })
  }

  /** An image pull of the node's own. Returns its generation. */
  pull(pullId: string, address: string, exempt: readonly ExemptDestination[]): bigint {
    return this.#orchestrator.node.registry.beginPull({ pullId, address, exempt }).generation
  }

  /** All calls so far have taken effect. */
  async settled(): Promise<void> {
    await this.#last
  }

  #change(sandboxId: string, state: SandboxState): LiveRecord {
    const { registry } = this.#orchestrator.node
    const known = registry.find(sandboxId) ?? this.#records.get(sandboxId)
    if (known === undefined) throw new TypeError(`there is no sandbox "${sandboxId}"`)
    const { egress, ingress, lifecycle, endAtMs } = { ...known.claim, ...state }
    const record = { ...known, claim: { ...known.claim, egress, ingress, lifecycle, endAtMs } }
    this.#records.set(sandboxId, record)
    return record
  }

  #inOrder<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task)
    // The caller is told of a failure.
    this.#last = result.catch(() => undefined)
    return result
  }
}

function toPaused(record: LiveRecord, filesOnly: boolean): PausedSandbox {
  const { claim, templateId, buildId, envdVersion, container } = record
  const snapshotId = `snapshot-of-${claim.sandboxId}`
  const origin = { templateId, buildId, envdVersion, resources: container.resources }
  return { claim, ...origin, snapshotId, filesOnly }
}
