/** A simulated node, with a look at what control processes ask of it at once. */
import type { SimulatedNode } from '../../support/simulated-node.ts'

/** Of which a sandbox has one at a time. */
const exclusive: ReadonlySet<string> = new Set([
  ...['pauseSandbox', 'resumeSandbox', 'captureSandbox', 'killSandbox', 'setEgressPolicy'],
])

export class WatchedNode {
  readonly overlaps: string[] = []
  runningPeak = 0
  readonly #node: SimulatedNode
  readonly #byTraffic = new Set<string>()

  constructor(node: SimulatedNode) {
    this.#node = node
    node.orchestrator.beforeCall = async ({ method, message }) => {
      this.#notePeak()
      if (method === 'createSandbox') await node.beforeCreate()
      if ('sandboxId' in message) this.#judge(method, String(message.sandboxId))
    }
  }

  isPaused(sandboxId: string): boolean {
    return this.#phaseOf(sandboxId) === 'paused'
  }

  async resumeForTraffic(sandboxId: string): Promise<void> {
    this.#byTraffic.add(sandboxId)
    try {
      await this.#node.resumeForTraffic(sandboxId)
    } finally {
      this.#byTraffic.delete(sandboxId)
      this.#notePeak()
    }
  }

  /** Id and phase of what has not ended, in order. */
  async list(): Promise<string[][]> {
    const all = await this.#node.client.listSandboxes()
    return all
      .filter(({ phase }) => phase !== 'ended')
      .map(({ sandboxId, phase }) => [sandboxId, phase])
      .sort()
  }

  /** A kill does not wait for a resume, and nobody waits for a resume of the node's own. */
  #judge(method: string, sandboxId: string): void {
    if (!exclusive.has(method)) return
    const phase = this.#phaseOf(sandboxId)
    const isBusy = phase === 'pausing' || phase === 'capturing' || phase === 'resuming'
    const isAllowed = phase === 'resuming' && (method === 'killSandbox' || this.#byTraffic.has(sandboxId))
    if (isBusy && !isAllowed) this.overlaps.push(`${method} of ${sandboxId} while it was ${phase}`)
  }

  #phaseOf(sandboxId: string): string | undefined {
    return this.#node.orchestrator.node.registry.view(sandboxId)?.phase
  }

  #notePeak(): void {
    const { registry } = this.#node.orchestrator.node
    const running = registry.views().filter(({ phase }) => phase !== 'ended' && phase !== 'paused').length
    this.runningPeak = Math.max(this.runningPeak, running)
  }
}
