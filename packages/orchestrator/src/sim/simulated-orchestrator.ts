/**
 * An orchestrator on a simulated machine, for tests of its clients: the node, its RPC service and its messages are the real
 * ones. Clients call it in this process or over a socket. A test injects faults with `beforeCall`, and stops and starts the
 * service. `test/suites/orchestrator-client.ts` passes on it and on a real machine.
 */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { WatchSandboxesResponse } from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { createLogger } from '@cay/kit/log.ts'
import { rejectMalformed } from '@cay/kit/reject-malformed.ts'
import { traceCallsIn } from '@cay/kit/trace-calls.ts'
import {
  Code,
  ConnectError,
  createRouterTransport,
  type Interceptor,
  type Transport,
} from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import type { NodeContext } from '../app/node/node-context.ts'
import { renderErrors } from '../rpc/errors.ts'
import { type NodeIdentity, orchestratorRoutes } from '../rpc/orchestrator-service.ts'
import { SimulatedMachine } from './simulated-machine.ts'
import type { SimulatedNodeOptions } from './simulated-node.ts'
import { SimulatedWorld } from './simulated-world.ts'

const identity: NodeIdentity = {
  nodeId: 'simulated',
  instanceId: '00000000-0000-4000-8000-00000000000b',
  version: '0.1.0',
  commit: 'unknown',
  runtimeVersion: 'simulated',
  egressAddress: '127.0.0.1',
  egressPort: 0,
}

export type Call = Pick<Parameters<ReturnType<Interceptor>>[0], 'message' | 'signal'> & {
  /** As in the protocol, such as `createSandbox`. */
  readonly method: string
}

/** An RPC error, for `beforeCall` to throw; other errors are mapped as those of use cases are. */
export function rpcError(code: keyof typeof Code, message: string): ConnectError {
  return new ConnectError(message, Code[code])
}

/** As where nobody listens. */
function notReceived(): ConnectError {
  const cause = Object.assign(new Error('nobody listens'), { code: 'ECONNREFUSED' })
  return new ConnectError('the node does not respond', Code.Unavailable, undefined, undefined, cause)
}

export class SimulatedOrchestrator {
  readonly world: SimulatedWorld
  /** Throws the error that the call fails with, or waits. */
  beforeCall: (call: Call) => Promise<void> | void = () => undefined
  /** Sandboxes whose changes are not sent to watchers. */
  readonly unannounced = new Set<string>()
  /** Number of calls of each method so far. */
  readonly calls = new Map<string, number>()
  /** Calls the orchestrator in this process, in the messages of its protocol. */
  readonly transport: Transport = {
    unary: async (...call) => {
      if (!this.#isUp) throw notReceived()
      return await this.#inProcess.unary(...call)
    },
    stream: async (...call) => {
      if (!this.#isUp) throw notReceived()
      return await this.#inProcess.stream(...call)
    },
  }
  #inProcess: Transport
  #isUp = true
  #server: Server | undefined

  constructor(machine = new SimulatedMachine(), options: SimulatedNodeOptions = {}) {
    this.world = new SimulatedWorld(machine, options)
    this.#inProcess = this.#createTransport()
  }

  get machine(): SimulatedMachine {
    return this.world.machine
  }

  get node(): NodeContext {
    return this.world.node
  }

  /** The process is killed and started again. */
  async restart(): Promise<void> {
    const before = this.node
    await this.world.restart()
    before.registry.closeWatchers()
    this.#inProcess = this.#createTransport()
  }

  /** In-process callers do not reach it any more; the response to a call in progress is lost. Sandboxes keep running. */
  goAway(): void {
    this.#isUp = false
    this.node.registry.closeWatchers()
  }

  comeBack(): void {
    this.#isUp = true
  }

  async listen(socketPath: string): Promise<void> {
    rmSync(socketPath, { force: true })
    const options = { routes: orchestratorRoutes(this.node, identity), interceptors: this.#interceptors() }
    this.#server = createServer(connectNodeAdapter(rejectMalformed(options)))
    this.#server.listen(socketPath)
    await once(this.#server, 'listening')
  }

  /** Closes the socket and every connection, as the death of the process would. */
  async close(): Promise<void> {
    const server = this.#server
    if (server === undefined) return
    this.#server = undefined
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  #createTransport(): Transport {
    const interceptors = this.#interceptors()
    return createRouterTransport(orchestratorRoutes(this.node, identity), { router: { interceptors } })
  }

  #interceptors(): Interceptor[] {
    return [traceCallsIn, renderErrors(createLogger('simulated', 'silent')), this.#injectFaults()]
  }

  #injectFaults(): Interceptor {
    return (next) => async (request) => {
      this.#checkUp()
      const method = request.method.localName
      this.calls.set(method, (this.calls.get(method) ?? 0) + 1)
      await this.beforeCall({ method, message: request.message, signal: request.signal })
      const response = await next(request)
      this.#checkUp()
      if (!response.stream || method !== 'watchSandboxes') return response
      return { ...response, message: this.#announced(response.message) }
    }
  }

  async *#announced<T>(events: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const event of events) if (!this.#isUnannounced(event)) yield event
  }

  #isUnannounced(message: unknown): boolean {
    const { event } = message as Partial<WatchSandboxesResponse>
    return event?.case === 'changed' && this.unannounced.has(event.value.sandboxId)
  }

  #checkUp(): void {
    if (!this.#isUp) throw new ConnectError('the node does not respond', Code.Unavailable)
  }
}
