/**
 * A simulated node that behaves like the real one as far as control can observe. It ends or pauses sandboxes at their
 * expiry by the given clock, runs out of capacity and disk, disconnects and reconnects, and fails on demand.
 */
import type { EgressLists } from '@cay/core/egress/lists.ts'
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import { checkOpen, type SettableStatus } from '@cay/core/placement/node-status.ts'
import type { Page } from '@cay/core/reconcile/common-range.ts'
import { type EndReason, sandboxNotFound } from '@cay/core/sandbox/state.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import type { Clock } from '../ports/host.ts'
import type { NodeDescription } from '../ports/node.ts'
import type {
  CaptureOnNode,
  CreatedOnNode,
  CreateOnNode,
  NodeEvent,
  NodeSandbox,
  NodeSnapshot,
  NodeTemplate,
  OrchestratorClient,
  ResumeOnNode,
} from '../ports/orchestrator.ts'
import { simulatedNode } from './simulated-node.ts'
import { SimulatedRegistry } from './simulated-registry.ts'

export const simulatedTemplate: NodeTemplate = {
  templateId: 'basebasebasebasebase',
  buildId: '00000000-0000-4000-8000-000000000001',
  alias: 'base',
  resources: { cpuCount: 2, memoryMb: 1024, diskSizeMb: 10_240 },
  envdVersion: '0.6.13',
  createdAtMs: 1,
}

export type NodeVerb = 'pause' | 'resume' | 'capture' | 'kill'

export class SimulatedOrchestrator implements OrchestratorClient {
  templates: NodeTemplate[] = [simulatedTemplate]
  /** Number of sandboxes that fit. */
  room = 100
  /** False: the node does not respond. */
  isUp = true
  /** Runs before a create has any effect; may throw or wait. */
  beforeCreate: (request: CreateOnNode, signal?: AbortSignal) => Promise<void> = async () => undefined
  /** Runs in the middle of each operation, while the sandbox is in the corresponding phase; may throw or wait. */
  during: (verb: NodeVerb, sandboxId: string) => Promise<void> = async () => undefined
  /** Runs before traffic resumes a sandbox; throws to reject the resume. */
  consent: (sandboxId: string, generation: number) => Promise<void> = async () => undefined
  /** Paused sandboxes whose memory was lost. */
  readonly unrestorable = new Set<string>()
  /** The request of each create, by id. */
  readonly requests = new Map<string, CreateOnNode>()
  /** The request of each resume, in order. */
  readonly resumes: ResumeOnNode[] = []
  /** For each policy update, whether denied connections were to be closed, in order. */
  readonly closings: boolean[] = []
  readonly snapshots = new Map<string, NodeSnapshot>()
  readonly #clock: Clock
  #told: Pick<NodeDescription, 'status' | 'statusChangedAtMs'>
  readonly #registry = new SimulatedRegistry()
  readonly #expiries = new Map<string, AbortController>()
  /** Serializes writes per sandbox, as the real node does. */
  readonly #writers = new SerialQueue()

  constructor(clock: Clock) {
    this.#clock = clock
    this.#told = { status: 'ready', statusChangedAtMs: clock.nowMs() }
  }

  async createSandbox(request: CreateOnNode, signal?: AbortSignal): Promise<CreatedOnNode> {
    this.#answer()
    await this.beforeCreate(request, signal)
    signal?.throwIfAborted()
    const { sandboxId, templateId, buildId } = request
    const build = this.snapshots.get(buildId) ?? this.#findTemplate(templateId, buildId)
    if (build === undefined) throw new ServiceError('template_not_found', 'the node lacks the build')
    if (this.#registry.has(sandboxId)) throw new ServiceError('already_exists', 'the id is taken')
    this.#takeRoom()
    this.requests.set(sandboxId, request)
    const startedAtMs = this.#clock.nowMs()
    const sandbox = this.#publish({
      sandboxId,
      templateId,
      buildId,
      phase: 'running',
      filesOnly: false,
      endReason: 'killed',
      generation: 0,
      startedAtMs,
      endAtMs: startedAtMs + request.timeoutSeconds * 1000,
      endedAtMs: 0,
      resources: build.resources,
    })
    this.#expireOnTime(sandbox)
    return { sandbox, envdVersion: build.envdVersion, source: 'restore' }
  }

  async killSandbox(sandboxId: string, reason: EndReason): Promise<void> {
    await this.#write(sandboxId, async () => {
      this.#living(sandboxId)
      await this.during('kill', sandboxId)
      this.#end(this.#living(sandboxId), reason)
    })
  }

  async pauseSandbox(sandboxId: string, filesOnly: boolean): Promise<NodeSandbox> {
    this.#answer()
    const paused = await this.#pause(sandboxId, filesOnly)
    this.#answer()
    return paused
  }

  resumeSandbox(request: ResumeOnNode): Promise<NodeSandbox> {
    const { sandboxId, timeoutSeconds, filesOnly } = request
    return this.#write(sandboxId, async () => {
      this.resumes.push(request)
      const paused = this.#living(sandboxId)
      if (paused.phase === 'running') return paused
      if (this.unrestorable.has(sandboxId) && !filesOnly) {
        throw new ServiceError('memory_not_restorable', 'it was made by another runsc')
      }
      this.#takeRoom()
      this.#publish({ ...paused, phase: 'resuming' })
      await this.#duringOrBack('resume', paused)
      const startedAtMs = this.#clock.nowMs()
      const endAtMs = startedAtMs + timeoutSeconds * 1000
      const running = this.#publish({ ...paused, phase: 'running', filesOnly: false, startedAtMs, endAtMs })
      this.#expireOnTime(running)
      return running
    })
  }

  captureSandbox({ sandboxId, snapshotId }: CaptureOnNode): Promise<NodeSnapshot> {
    return this.#write(sandboxId, async () => {
      const before = this.#running(sandboxId)
      if (this.snapshots.has(snapshotId)) throw new ServiceError('already_exists', 'the id is taken')
      this.#publish({ ...before, phase: 'capturing' })
      try {
        await this.during('capture', sandboxId)
      } finally {
        // The expiry may have changed in the meantime, and the sandbox may have ended by itself.
        this.#publish({ ...this.#living(sandboxId), phase: 'running' })
      }
      const snapshot: NodeSnapshot = {
        snapshotId,
        sandboxId,
        envdVersion: simulatedTemplate.envdVersion,
        resources: before.resources,
        createdAtMs: this.#clock.nowMs(),
        diskBytes: 17_000_000,
      }
      this.snapshots.set(snapshotId, snapshot)
      return snapshot
    })
  }

  async deleteSnapshot(snapshotId: string): Promise<void> {
    this.#answer()
    this.snapshots.delete(snapshotId)
  }

  async listSnapshots(): Promise<NodeSnapshot[]> {
    this.#answer()
    return [...this.snapshots.values()]
  }

  async setExpiry(sandboxId: string, endAtMs: number): Promise<NodeSandbox> {
    const move = async () => {
      const sandbox = this.#publish({ ...this.#live(sandboxId), endAtMs })
      this.#expireOnTime(sandbox)
      return sandbox
    }
    if (this.#registry.find(sandboxId)?.phase !== 'capturing') return this.#write(sandboxId, move)
    this.#answer()
    return move()
  }

  async setEgressPolicy(
    sandboxId: string,
    egress: EgressLists,
    { closesExisting = false } = {},
  ): Promise<NodeSandbox> {
    return this.#write(sandboxId, async () => {
      this.closings.push(closesExisting)
      const sandbox = this.#publish(this.#running(sandboxId))
      const request = this.requests.get(sandboxId)
      if (request !== undefined) this.requests.set(sandboxId, { ...request, egress })
      return sandbox
    })
  }

  async listSandboxes(page?: Page): Promise<NodeSandbox[]> {
    this.#answer()
    const all = this.#registry.list()
    if (page === undefined) return all
    return all
      .filter(({ sandboxId }) => sandboxId > page.afterId)
      .sort((a, b) => (a.sandboxId < b.sandboxId ? -1 : 1))
      .slice(0, page.limit)
  }

  async *watchSandboxes(signal: AbortSignal): AsyncIterable<NodeEvent> {
    this.#answer()
    yield* this.#registry.watch(signal)
  }

  async acknowledgeEnded(sandboxIds: readonly string[]): Promise<void> {
    this.#answer()
    for (const id of sandboxIds) if (this.#registry.find(id)?.phase === 'ended') this.#registry.forget(id)
  }

  async describeNode(): Promise<NodeDescription> {
    this.#answer()
    const living = this.#registry.list().filter(({ phase }) => phase !== 'ended' && phase !== 'paused')
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    return {
      ...simulatedNode,
      ...this.#told,
      sandboxes: living.length,
      createsSucceeded: this.requests.size,
      allocatedCpus: sum(living.map(({ resources }) => resources.cpuCount)),
      allocatedMemoryBytes: sum(living.map(({ resources }) => resources.memoryMb)) * 2 ** 20,
      buildIds: [...this.templates.map(({ buildId }) => buildId), ...this.snapshots.keys()],
    }
  }

  async setNodeStatus(status: SettableStatus): Promise<void> {
    this.#answer()
    if (status !== this.#told.status) this.#told = { status, statusChangedAtMs: this.#clock.nowMs() }
  }

  async listTemplates(): Promise<NodeTemplate[]> {
    this.#answer()
    return [...this.templates]
  }

  /** The node stops responding and watches break; its sandboxes keep running. */
  goAway(): void {
    this.isUp = false
    this.#registry.breakWatches(new ServiceError('node_unavailable', 'the node went away'))
  }

  comeBack(): void {
    this.isUp = true
  }

  /** The sandbox ends by itself. */
  crash(sandboxId: string): void {
    this.#end(this.#living(sandboxId), 'crashed')
  }

  /** Simulates a request to a paused sandbox, for which the proxy requests a resume. */
  async resumeForTraffic(sandboxId: string): Promise<NodeSandbox> {
    await this.consent(sandboxId, this.#living(sandboxId).generation)
    const timeoutSeconds = this.requests.get(sandboxId)?.lifecycle.autoResumeSeconds ?? 0
    return this.resumeSandbox({ sandboxId, timeoutSeconds, filesOnly: false })
  }

  /** Simulates a node that has lost the sandbox without a trace. */
  lose(sandboxId: string): void {
    this.#expiries.get(sandboxId)?.abort()
    this.#registry.forget(sandboxId)
  }

  /** The response to a call that has started is lost when the node disconnects during the call. */
  async #write<T>(sandboxId: string, task: () => Promise<T>): Promise<T> {
    this.#answer()
    const result = await this.#writers.run(sandboxId, task)
    this.#answer()
    return result
  }

  #pause(sandboxId: string, filesOnly: boolean): Promise<NodeSandbox> {
    return this.#writers.run(sandboxId, async () => {
      const before = this.#living(sandboxId)
      if (before.phase === 'paused') throw new ServiceError('already_exists', 'it is paused already')
      const endAtMs = this.#clock.nowMs()
      const pausing = this.#publish({ ...before, phase: 'pausing', filesOnly, endAtMs })
      await this.#duringOrBack('pause', before)
      this.#expiries.get(sandboxId)?.abort()
      return this.#publish({ ...pausing, phase: 'paused' })
    })
  }

  #answer(): void {
    if (!this.isUp) throw new ServiceError('node_unavailable', 'the node does not answer')
  }

  /** A failure during the operation restores the previous phase. */
  async #duringOrBack(verb: NodeVerb, before: NodeSandbox): Promise<void> {
    try {
      await this.during(verb, before.sandboxId)
    } catch (error) {
      this.#publish(before)
      throw error
    }
    // The sandbox ended by itself in the meantime.
    this.#living(before.sandboxId)
  }

  #findTemplate(templateId: string, buildId: string): NodeTemplate | undefined {
    return this.templates.find((known) => known.templateId === templateId && known.buildId === buildId)
  }

  #takeRoom(): void {
    checkOpen(this.#told.status)
    const taken = this.#registry.list().filter(({ phase }) => phase !== 'ended' && phase !== 'paused')
    if (taken.length < this.room) return
    const what = `all ${this.room} sandboxes that it may run are running`
    throw new ServiceError('no_capacity', `no room on the node: ${what}`)
  }

  #living(sandboxId: string): NodeSandbox {
    const sandbox = this.#registry.find(sandboxId)
    if (sandbox === undefined || sandbox.phase === 'ended') throw sandboxNotFound(sandboxId)
    return sandbox
  }

  #live(sandboxId: string): NodeSandbox {
    return this.#livingIn(sandboxId, ['running', 'capturing'])
  }

  #running(sandboxId: string): NodeSandbox {
    return this.#livingIn(sandboxId, ['running'])
  }

  #livingIn(sandboxId: string, phases: readonly NodeSandbox['phase'][]): NodeSandbox {
    const sandbox = this.#living(sandboxId)
    if (!phases.includes(sandbox.phase)) throw sandboxNotFound(sandboxId)
    return sandbox
  }

  #publish(sandbox: NodeSandbox): NodeSandbox {
    return this.#registry.put(sandbox)
  }

  #end(sandbox: NodeSandbox, endReason: EndReason): void {
    this.#expiries.get(sandbox.sandboxId)?.abort()
    this.#expiries.delete(sandbox.sandboxId)
    this.#publish({ ...sandbox, phase: 'ended', endReason, endedAtMs: this.#clock.nowMs() })
  }

  #expireOnTime({ sandboxId, endAtMs }: NodeSandbox): void {
    this.#expiries.get(sandboxId)?.abort()
    const moved = new AbortController()
    this.#expiries.set(sandboxId, moved)
    void this.#clock.sleep(endAtMs - this.#clock.nowMs(), moved.signal).then(async () => {
      if (!moved.signal.aborted) await this.#expire(sandboxId)
    })
  }

  async #expire(sandboxId: string): Promise<void> {
    const { lifecycle } = this.requests.get(sandboxId) ?? {}
    if (lifecycle?.onTimeout === 'pause') {
      // No caller awaits this pause; its outcome shows in the sandbox's phase.
      await this.#pause(sandboxId, lifecycle.filesOnly).catch(expectServiceError)
      return
    }
    await this.#writers.run(sandboxId, async () => this.#end(this.#living(sandboxId), 'expired'))
  }
}

function expectServiceError(error: unknown): void {
  if (!isServiceError(error)) throw error
}
