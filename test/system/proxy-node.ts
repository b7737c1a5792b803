/** The simulated orchestrator as the proxy calls it, over a socket. A test sets the sandboxes, and may hold or reject calls. */
import { SimulatedMachine } from '@cay/orchestrator/sim/simulated-machine.ts'
import { type Call, rpcError, SimulatedOrchestrator } from '@cay/orchestrator/sim/simulated-orchestrator.ts'
import { SimulatedSandboxes } from '@cay/orchestrator/sim/simulated-sandboxes.ts'
import type { InboundRequest } from '@cay/proxy/ports/orchestrator.ts'

/** For `onResume` and `onWake` to throw. */
export const orchestratorError = rpcError

export class ProxyNode extends SimulatedSandboxes {
  readonly #orchestrator: SimulatedOrchestrator
  readonly #socketPath: string
  /** Resume requests received. `onResume` comes before each one; it throws what the orchestrator would. */
  readonly resumes: InboundRequest[] = []
  onResume: (request: InboundRequest) => Promise<void> | void = () => undefined
  /** Sandboxes to be woken, in order. */
  readonly wakes: string[] = []
  onWake: (sandboxId: string) => Promise<void> | void = () => undefined

  constructor(socketPath: string) {
    const orchestrator = new SimulatedOrchestrator(new SimulatedMachine({ nowMs: () => Date.now() }))
    super(orchestrator)
    this.#orchestrator = orchestrator
    this.#socketPath = socketPath
    orchestrator.beforeCall = async (call) => {
      await this.#beforeCall(call)
      await this.settled()
    }
  }

  /** Listings served so far. */
  get listings(): number {
    return this.#orchestrator.calls.get('listSandboxes') ?? 0
  }

  /** Watch streams opened so far. */
  get streams(): number {
    return this.#orchestrator.calls.get('watchSandboxes') ?? 0
  }

  start(): Promise<void> {
    return this.#orchestrator.listen(this.#socketPath)
  }

  /** Closes every connection, as the death of the process would. */
  stop(): Promise<void> {
    return this.#orchestrator.close()
  }

  /** Watchers hear nothing of the sandbox. */
  hide(sandboxId: string): void {
    this.#orchestrator.unannounced.add(sandboxId)
  }

  async #beforeCall({ method, message }: Call): Promise<void> {
    if (method === 'resumeForTraffic') {
      const { sandboxId, port, accessToken } = message as unknown as InboundRequest
      this.resumes.push({ sandboxId, port, accessToken })
      await this.onResume({ sandboxId, port, accessToken })
    }
    if (method === 'wakeSandbox') {
      const { sandboxId } = message as unknown as Pick<InboundRequest, 'sandboxId'>
      this.wakes.push(sandboxId)
      await this.onWake(sandboxId)
    }
  }
}
