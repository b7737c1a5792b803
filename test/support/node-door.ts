/**
 * The node's own door of an installation, for what the public API does not tell: unary calls in the Connect protocol's
 * JSON, in which what is false, zero or empty is left out.
 */
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { Orchestrator } from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { dataLayout } from '@cay/kit/data-layout.ts'

export interface NodeSandboxJson {
  readonly sandboxId: string
  readonly address?: string
  readonly frozen?: boolean
}

const callMsMax = 60_000

export class NodeDoor {
  readonly #socketPath: string

  constructor(dataDir: string) {
    this.#socketPath = dataLayout(dataDir).orchestratorSocket
  }

  /** Containers that wait in the pool. */
  async pooled(): Promise<number> {
    return ((await this.#call('getNode', {})) as { pooled?: number }).pooled ?? 0
  }

  async find(sandboxId: string): Promise<NodeSandboxJson | undefined> {
    const { sandboxes = [] } = (await this.#call('listSandboxes', {})) as { sandboxes?: NodeSandboxJson[] }
    return sandboxes.find((one) => one.sandboxId === sandboxId)
  }

  async wake(sandboxId: string): Promise<void> {
    await this.#call('wakeSandbox', { sandboxId })
  }

  async #call(method: keyof typeof Orchestrator.method, input: object): Promise<unknown> {
    const { name } = Orchestrator.method[method]
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request({
        socketPath: this.#socketPath,
        method: 'POST',
        path: `/${Orchestrator.typeName}/${name}`,
        headers: { 'content-type': 'application/json' },
        signal: AbortSignal.timeout(callMsMax),
      })
      outgoing.on('error', reject)
      outgoing.on('response', resolve)
      outgoing.end(JSON.stringify(input))
    })
    const answer = await text(response)
    if (response.statusCode !== 200) throw new Error(`${name}: ${response.statusCode} ${answer}`)
    return JSON.parse(answer)
  }
}
