/**
 * The simulated orchestrator as control sees it: over its own client, on a clock that a test moves. Sandboxes expire by that
 * clock. A test holds operations, lets them fail, and lets the node run out of capacity, disconnect and lose sandboxes.
 */
import { callOrchestrator } from '@cay/control/edge/node/orchestrator-client.ts'
import type { Clock } from '@cay/control/ports/host.ts'
import type {
  CreateOnNode,
  NodeTemplate,
  OrchestratorClient,
  ResumeOnNode,
} from '@cay/control/ports/orchestrator.ts'
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import { resumeForTraffic } from '@cay/orchestrator/app/pause/resume-for-traffic.ts'
import { isDue } from '@cay/orchestrator/app/sandbox/expire-sandbox.ts'
import { reconcileSandboxes } from '@cay/orchestrator/app/sandbox/reconcile-sandboxes.ts'
import type { SandboxView } from '@cay/orchestrator/app/sandbox/sandbox-registry.ts'
import type { Consent } from '@cay/orchestrator/ports/host.ts'
import type { Snapshot } from '@cay/orchestrator/ports/snapshot.ts'
import { type HeldPoint, SimulatedMachine } from '@cay/orchestrator/sim/simulated-machine.ts'
import { simulatedBuild } from '@cay/orchestrator/sim/simulated-node.ts'
import { SimulatedOrchestrator } from '@cay/orchestrator/sim/simulated-orchestrator.ts'

export type NodeVerb = 'pause' | 'resume' | 'capture' | 'kill'

export class SimulatedNode {
  readonly orchestrator: SimulatedOrchestrator
  /** As control has it. */
  readonly client: OrchestratorClient
  /** Runs before a create has any effect; may throw or wait. */
  beforeCreate: () => Promise<void> = async () => undefined
  /** Runs in the middle of each operation, while the sandbox is in the corresponding phase; may throw or wait. */
  during: (verb: NodeVerb) => Promise<void> = async () => undefined
  /** Runs before traffic resumes a sandbox; throws to reject the resume. */
  consent: Consent['admitResume'] = async () => ({ epoch: 0 })
  /** The request of each successful create, with the policy that was set last, by id. */
  readonly requests = new Map<string, CreateOnNode>()
  /** The request of each resume, in order. */
  readonly resumes: ResumeOnNode[] = []
  /** For each policy update, whether denied connections were to be closed, in order. */
  readonly closings: boolean[] = []
  readonly #clock: Clock
  readonly #expiries = new Map<string, AbortController>()

  constructor(clock: Clock) {
    this.#clock = clock
    const machine = new SimulatedMachine(clock)
    const consent: Consent = { admitResume: (...request) => this.consent(...request) }
    // Each resume restores its snapshot, which is where it can be held.
    this.orchestrator = new SimulatedOrchestrator(machine, { consent, bounds: { frozenCopiesMax: 0 } })
    machine.beforeStep = (point, subject) => this.#hold(point, subject)
    this.orchestrator.beforeCall = async ({ method }) => {
      if (method === 'createSandbox') await this.beforeCreate()
    }
    this.client = this.#record(callOrchestrator(this.orchestrator.transport))
    this.#expireOnTime()
  }

  /** Number of sandboxes that fit. */
  set room(sandboxes: number) {
    this.orchestrator.machine.sandboxesMax = sandboxes
  }

  /** The builds from which sandboxes can be created. */
  get templates(): readonly NodeTemplate[] {
    return this.orchestrator.machine.builds
  }

  addTemplate(template: NodeTemplate): void {
    const { rootfs, checkpoint } = simulatedBuild
    this.orchestrator.machine.builds.push({ rootfs, checkpoint, ...template })
  }

  /** Snapshots of captures, by id. */
  get snapshots(): ReadonlyMap<string, Snapshot> {
    const all = [...this.orchestrator.machine.snapshots]
    return new Map(all.filter(([, { owner }]) => owner === 'caller'))
  }

  /** The node stops responding and watches break; its sandboxes keep running. */
  goAway(): void {
    this.orchestrator.goAway()
  }

  comeBack(): void {
    this.orchestrator.comeBack()
  }

  /** The processes of the sandbox end by themselves. A sandbox that is paused has none. */
  crash(sandboxId: string): void {
    const { node, machine } = this.orchestrator
    const record = node.registry.find(sandboxId)
    if (record === undefined) return
    machine.crash(record.container.id)
    reconcileSandboxes(node)
  }

  /** Its files are lost, and the orchestrator starts again. */
  async lose(sandboxId: string): Promise<void> {
    const { records, paused } = this.orchestrator.machine
    for (const [containerId, { claim }] of records)
      if (claim?.sandboxId === sandboxId) records.delete(containerId)
    paused.delete(sandboxId)
    await this.orchestrator.restart()
    this.#expireOnTime()
  }

  /** The memory of a paused sandbox can no longer be restored on this node. */
  loseMemoryOf(sandboxId: string): void {
    const { snapshotId } = this.orchestrator.node.registry.findPaused(sandboxId) ?? {}
    if (snapshotId === undefined) throw new TypeError(`"${sandboxId}" is not paused`)
    this.orchestrator.machine.unrestorable.add(snapshotId)
  }

  /** A request to a paused sandbox, for which the proxy calls. */
  async resumeForTraffic(sandboxId: string): Promise<{ readonly phase: string; readonly endAtMs: number }> {
    const { node } = this.orchestrator
    const { accessToken = '' } = node.registry.findPaused(sandboxId)?.claim ?? {}
    const { view } = await resumeForTraffic(node, { sandboxId, port: 80, accessToken })
    return { phase: view.phase, endAtMs: view.record.claim.endAtMs }
  }

  #record(client: OrchestratorClient): OrchestratorClient {
    return {
      ...client,
      createSandbox: async (request, signal) => {
        const created = await client.createSandbox(request, signal)
        this.requests.set(request.sandboxId, request)
        return created
      },
      resumeSandbox: async (request) => {
        this.resumes.push(request)
        return await client.resumeSandbox(request)
      },
      setEgressPolicy: async (sandboxId, egress, options = {}) => {
        const sandbox = await client.setEgressPolicy(sandboxId, egress, options)
        this.closings.push(options.closesExisting ?? false)
        const request = this.requests.get(sandboxId)
        if (request !== undefined) this.requests.set(sandboxId, { ...request, egress })
        return sandbox
      },
    }
  }

  async #hold(point: HeldPoint, subject: string): Promise<void> {
    const verb = this.#verbAt(point, subject)
    if (verb === undefined) return
    try {
      await this.during(verb)
    } catch (error) {
      // Any other error is retried, as one that a busy runtime causes.
      throw isServiceError(error) ? error : new ServiceError('internal', String(error), { cause: error })
    }
  }

  /** Undefined for a step that belongs to no held operation, such as a create from a snapshot. */
  #verbAt(point: HeldPoint, subject: string): NodeVerb | undefined {
    const { registry } = this.orchestrator.node
    if (point === 'records.writeEnded') return 'kill'
    if (point === 'snapshots.open')
      return registry.pausedSandboxes().some(({ snapshotId }) => snapshotId === subject)
        ? 'resume'
        : undefined
    const owner = registry.liveRecords().find(({ container }) => container.slot.address === subject)
    const phase = owner && registry.view(owner.claim.sandboxId)?.phase
    if (phase === 'capturing') return 'capture'
    return phase === 'pausing' ? 'pause' : undefined
  }

  /** What the timers of the orchestrator do, at the moment when it is due. */
  #expireOnTime(): void {
    const { changes } = this.orchestrator.node.registry.watch()
    const follow = async () => {
      for await (const view of changes) {
        if (view.phase !== 'released') this.#schedule(view)
        // Its processes may have died while an operation was in progress.
        if (view.phase === 'running') reconcileSandboxes(this.orchestrator.node)
      }
    }
    void follow()
  }

  #schedule(view: SandboxView): void {
    const { claim } = 'ended' in view ? view.ended : 'paused' in view ? view.paused : view.record
    this.#expiries.get(claim.sandboxId)?.abort()
    if (view.phase === 'running') this.#wakeAt(claim.sandboxId, claim.endAtMs)
  }

  #wakeAt(sandboxId: string, atMs: number): void {
    const moved = new AbortController()
    this.#expiries.set(sandboxId, moved)
    void this.#clock.sleep(atMs - this.#clock.nowMs(), moved.signal).then(() => {
      const { node } = this.orchestrator
      if (moved.signal.aborted) return
      if (isDue(node, sandboxId)) reconcileSandboxes(node)
      else this.#wakeAt(sandboxId, node.pauseAgainAtMs.get(sandboxId) ?? atMs)
    })
  }
}
