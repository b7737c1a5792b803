/**
 * Resumes triggered by traffic. The node performs them, and asks control whether the team's quota allows one more
 * running sandbox. The place is held in the record of the sandbox, where every control process counts it, until the node
 * reports the outcome, or for a maximum time.
 */
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import type { Operation } from '@cay/core/sandbox/operation.ts'
import { hasSandboxQuota, noLimits } from '@cay/core/team/quotas.ts'
import type { Clock } from '../../ports/host.ts'
import type { NodeSandbox } from '../../ports/orchestrator.ts'
import type { NodeClaim, SandboxDecision, SandboxRecord } from '../../ports/sandbox.ts'
import type { Store } from '../../ports/store.ts'
import type { VolumeClaim } from '../../ports/volume.ts'
import type { Operations } from './operations.ts'

interface TrafficDeps {
  readonly store: Store
  readonly clock: Clock
  readonly operations: Operations
  /** Nodes resume nothing there without a place that is recorded. */
  readonly isCluster: boolean
  /** Volumes of a shared directory may have been attached to another node while the sandbox was paused. */
  readonly claimVolumes: (nodeId: string, sandbox: SandboxRecord) => VolumeClaim
  readonly attachVolumes: (sandbox: SandboxRecord) => Promise<void>
}

/** Maximum time in milliseconds for which a resume holds its place: 64 GiB of memory at 250 MB/s. */
const heldMsMax = 300_000
/** A node waits two seconds for the answer, and says at once that it resumes the sandbox. */
const beginMsMax = 10_000

/** The node that asks. */
interface Caller {
  /** Undefined on a single machine. */
  readonly nodeId: string | undefined
  /** It resumes under the epoch that it is given. One of an earlier version keeps its own. */
  readonly takesEpoch: boolean
}

interface Admitted {
  /** Of the node at that moment. */
  readonly generation: number
  readonly untilMs: number
}

/** Whether the node has begun the resume by now, or never will. */
export function isTrafficDecided({ untilMs }: Operation, nowMs: number): boolean {
  return nowMs - (untilMs - heldMsMax) >= beginMsMax
}

export class TrafficResumes {
  readonly #deps: TrafficDeps
  /** By id, the oldest first. In a cluster the node may report to another control process, so they end by themselves too. */
  readonly #admitted = new Map<string, Admitted>()

  constructor(deps: TrafficDeps) {
    this.#deps = deps
  }

  /** Resumes for which this process waits for a report. */
  get awaitedIds(): string[] {
    return [...this.#admitted.keys()]
  }

  /**
   * Returns the epoch of the placement, 0 when there is none. Throws quota_exceeded with a public message, conflict. Unknown
   * sandboxes are left to the node.
   */
  async admit(sandboxId: string, generation: number, caller: Caller): Promise<number> {
    const { store, isCluster } = this.#deps
    const sandbox = await store.findSandbox(sandboxId)
    if (sandbox === undefined) return 0
    // Nobody counts: a resume is not to be slowed by a write.
    if (!isCluster && !hasSandboxQuota((await store.findTeam(sandbox.teamId))?.limits ?? noLimits)) return 0
    try {
      let isPlaced = false
      const held = await store.changeSandbox(
        sandboxId,
        (locked) => {
          const decision = this.#hold(locked, caller)
          isPlaced = decision?.isPlacement === true
          return decision
        },
        this.#claimFor(sandbox, caller),
      )
      await this.#deps.attachVolumes(sandbox)
      this.#noteAdmitted(sandboxId, generation)
      return isPlaced && held !== undefined ? held.epoch : 0
    } catch (error) {
      if (!isServiceError(error, 'quota_exceeded')) throw error
      throw new ServiceError(
        'quota_exceeded',
        'The sandbox is paused, and its team has as much running as it may have at once',
        { cause: error },
      )
    }
  }

  /**
   * The node has reported the outcome. A resume that succeeded gives its place back with the transition that records it,
   * so that it is counted once at every moment.
   */
  async onReport({
    sandboxId,
    generation,
    phase,
  }: Pick<NodeSandbox, 'sandboxId' | 'generation' | 'phase'>): Promise<void> {
    const admitted = this.#admitted.get(sandboxId)
    if (admitted === undefined || generation <= admitted.generation || phase === 'resuming') return
    this.#admitted.delete(sandboxId)
    if (phase !== 'paused') return
    await this.#deps.store.changeSandbox(sandboxId, ({ operation, changedAtMs }) =>
      operation?.verb === 'traffic' ? { change: { operation: null, changedAtMs } } : undefined,
    )
  }

  #noteAdmitted(sandboxId: string, generation: number): void {
    const nowMs = this.#deps.clock.nowMs()
    this.#admitted.delete(sandboxId)
    this.#admitted.set(sandboxId, { generation, untilMs: nowMs + heldMsMax })
    for (const [oldId, { untilMs }] of this.#admitted) {
      if (untilMs > nowMs) return
      this.#admitted.delete(oldId)
    }
  }

  #claimFor(sandbox: SandboxRecord, { nodeId }: Caller): NodeClaim | undefined {
    const { isCluster, claimVolumes } = this.#deps
    if (!isCluster || nodeId === undefined || sandbox.volumeMounts === undefined) return undefined
    return { nodeId, renewedSinceMs: undefined, volumes: claimVolumes(nodeId, sandbox) }
  }

  /**
   * An operation of control has a place already, except for a pause: the node has finished it when it asks, and control
   * is about to hear of that.
   */
  #hold(sandbox: SandboxRecord, { nodeId, takesEpoch }: Caller): SandboxDecision | undefined {
    const { state, operation } = sandbox
    const { clock, operations, isCluster } = this.#deps
    if (isCluster) assertCallers(sandbox, nodeId)
    const isPlaced = operation !== null && operation.verb !== 'traffic' && operation.verb !== 'pause'
    if (state === 'running' || state === 'ended' || isPlaced) return undefined
    const nowMs = clock.nowMs()
    const held = operations.begin('traffic', nowMs + heldMsMax)
    const change = { operation: held, changedAtMs: nowMs }
    if (!isCluster || nodeId === undefined) return { change, needsAdmission: true }
    return { change: { ...change, nodeId }, needsAdmission: true, isPlacement: takesEpoch }
  }
}

/** Throws conflict for a node that has no right to resume it: another one may have it. */
function assertCallers(
  { sandboxId, nodeId, originId, operation }: SandboxRecord,
  caller: string | undefined,
) {
  const isBeingPlaced = nodeId === null && operation !== null
  if (caller !== undefined && caller === (nodeId ?? originId) && !isBeingPlaced) return
  throw new ServiceError('conflict', `sandbox '${sandboxId}' is on another node`)
}
