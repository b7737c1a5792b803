/**
 * A node without a machine: the same behaviour as the real one, as far as control can tell. It ends sandboxes at their
 * time by the clock it is given, runs out of room, goes away and comes back, and fails when told to.
 */
import type { EgressLists } from '@cay/core/egress/lists.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { type EndReason, sandboxNotFound } from '@cay/core/sandbox/state.ts'
import { BoundedChannel } from '@cay/kit/flow/bounded-channel.ts'
import type {
  Clock,
  CreatedOnNode,
  CreateOnNode,
  NodeEvent,
  NodeSandbox,
  NodeTemplate,
  OrchestratorClient,
} from '../ports.ts'

export const simulatedTemplate: NodeTemplate = {
  templateId: 'basebasebasebasebase',
  buildId: '00000000-0000-4000-8000-000000000001',
  alias: 'base',
  resources: { cpuCount: 2, memoryMb: 1024, diskSizeMb: 10_240 },
  envdVersion: '0.6.13',
  createdAtMs: 1,
}

/** Events that a watcher may be behind. */
const eventsMax = 1000

export class SimulatedOrchestrator implements OrchestratorClient {
  templates: NodeTemplate[] = [simulatedTemplate]
  /** How many sandboxes there is room for. */
  room = 100
  /** False: nothing answers. */
  isUp = true
  /** Called before a create does anything; may throw or wait. */
  beforeCreate: (request: CreateOnNode, signal?: AbortSignal) => Promise<void> = async () => undefined
  /** What came with each create, by id. */
  readonly requests = new Map<string, CreateOnNode>()
  readonly #clock: Clock
  readonly #sandboxes = new Map<string, NodeSandbox>()
  readonly #expiries = new Map<string, AbortController>()
  readonly #watchers = new Set<BoundedChannel<NodeEvent>>()
  #generation = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async createSandbox(request: CreateOnNode, signal?: AbortSignal): Promise<CreatedOnNode> {
    this.#answer()
    await this.beforeCreate(request, signal)
    signal?.throwIfAborted()
    const { sandboxId, templateId, buildId } = request
    const template = this.templates.find(
      (known) => known.templateId === templateId && known.buildId === buildId,
    )
    if (template === undefined) throw new ServiceError('template_not_found', 'the node lacks the build')
    if (this.#sandboxes.has(sandboxId)) throw new ServiceError('already_exists', 'the id is taken')
    if (this.#running().length >= this.room) {
      throw new ServiceError(
        'no_capacity',
        `no room on the node: all ${this.room} sandboxes that it may run are running`,
      )
    }
    this.requests.set(sandboxId, request)
    const startedAtMs = this.#clock.nowMs()
    const sandbox = this.#publish({
      sandboxId,
      templateId,
      buildId,
      phase: 'running',
      endReason: 'killed',
      generation: 0,
      startedAtMs,
      endAtMs: startedAtMs + request.timeoutSeconds * 1000,
      endedAtMs: 0,
      resources: template.resources,
    })
    this.#expireOnTime(sandbox)
    return { sandbox, envdVersion: template.envdVersion, source: 'restore' }
  }

  async killSandbox(sandboxId: string, reason: EndReason): Promise<void> {
    this.#answer()
    this.#end(this.#find(sandboxId), reason)
  }

  async setExpiry(sandboxId: string, endAtMs: number): Promise<NodeSandbox> {
    this.#answer()
    const sandbox = this.#publish({ ...this.#find(sandboxId), endAtMs })
    this.#expireOnTime(sandbox)
    return sandbox
  }

  async setEgressPolicy(sandboxId: string, egress: EgressLists): Promise<NodeSandbox> {
    this.#answer()
    const sandbox = this.#publish(this.#find(sandboxId))
    const request = this.requests.get(sandboxId)
    if (request !== undefined) this.requests.set(sandboxId, { ...request, egress })
    return sandbox
  }

  async listSandboxes(): Promise<NodeSandbox[]> {
    this.#answer()
    return [...this.#sandboxes.values()]
  }

  async *watchSandboxes(signal: AbortSignal): AsyncIterable<NodeEvent> {
    this.#answer()
    const events = new BoundedChannel<NodeEvent>(eventsMax)
    events.push({ kind: 'snapshot', sandboxes: [...this.#sandboxes.values()] })
    const stop = () => events.close()
    signal.addEventListener('abort', stop, { once: true })
    this.#watchers.add(events)
    try {
      yield* events
    } finally {
      this.#watchers.delete(events)
      signal.removeEventListener('abort', stop)
    }
  }

  async acknowledgeEnded(sandboxIds: readonly string[]): Promise<void> {
    this.#answer()
    for (const id of sandboxIds) if (this.#sandboxes.get(id)?.phase === 'ended') this.#sandboxes.delete(id)
  }

  async listTemplates(): Promise<NodeTemplate[]> {
    this.#answer()
    return [...this.templates]
  }

  /** Nothing answers, watches break; the sandboxes live on. */
  goAway(): void {
    this.isUp = false
    for (const watcher of this.#watchers)
      watcher.fail(new ServiceError('node_unavailable', 'the node went away'))
  }

  comeBack(): void {
    this.isUp = true
  }

  /** A sandbox that ends by itself. */
  crash(sandboxId: string): void {
    this.#end(this.#find(sandboxId), 'crashed')
  }

  /** As if the node had never had it. */
  lose(sandboxId: string): void {
    this.#expiries.get(sandboxId)?.abort()
    this.#sandboxes.delete(sandboxId)
  }

  #answer(): void {
    if (!this.isUp) throw new ServiceError('node_unavailable', 'the node does not answer')
  }

  #running(): NodeSandbox[] {
    return [...this.#sandboxes.values()].filter(({ phase }) => phase === 'running')
  }

  #find(sandboxId: string): NodeSandbox {
    const sandbox = this.#sandboxes.get(sandboxId)
    if (sandbox?.phase !== 'running') throw sandboxNotFound(sandboxId)
    return sandbox
  }

  #publish(sandbox: NodeSandbox): NodeSandbox {
    this.#generation += 1
    const published = { ...sandbox, generation: this.#generation }
    this.#sandboxes.set(sandbox.sandboxId, published)
    for (const watcher of this.#watchers) watcher.push({ kind: 'changed', sandbox: published })
    return published
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
    void this.#clock.sleep(endAtMs - this.#clock.nowMs(), moved.signal).then(() => {
      if (!moved.signal.aborted) this.#end(this.#find(sandboxId), 'expired')
    })
  }
}
