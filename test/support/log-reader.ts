/** Reads the log of one sandbox over the public API, as a client does that official ones have no call for. */
import { dataLayout } from '@cay/kit/data-layout.ts'
import { connectOrchestrator } from '@cay/orchestrator/testing/orchestrator-client.ts'
import type { Endpoints } from './installation.ts'

export interface ReadEntry {
  readonly id: string
  readonly message: string
  readonly level: string
  readonly fields: Readonly<Record<string, string>>
}

interface Page {
  readonly logs: readonly ReadEntry[]
  readonly nextCursor?: string
}

const followEveryMs = 100

export class LogReader {
  readonly #endpoints: Endpoints
  readonly #sandboxId: string

  constructor(endpoints: Endpoints, sandboxId: string) {
    this.#endpoints = endpoints
    this.#sandboxId = sandboxId
  }

  /** Oldest first. */
  async all(): Promise<ReadEntry[]> {
    return (await this.#readOn('')).entries
  }

  async messages(): Promise<string[]> {
    return (await this.all()).map(({ message }) => message)
  }

  async isFrozen(): Promise<boolean> {
    const node = connectOrchestrator(dataLayout(this.#endpoints.dataDir).orchestratorSocket)
    const { sandboxes } = await node.listSandboxes({})
    return sandboxes.find(({ sandboxId }) => sandboxId === this.#sandboxId)?.frozen ?? false
  }

  /** Reads on until it is stopped; the stop reads a last time and answers all messages in their order. */
  follow(): () => Promise<string[]> {
    const messages: string[] = []
    let cursor = ''
    let isStopped = false
    const step = async () => {
      const read = await this.#readOn(cursor)
      cursor = read.cursor
      messages.push(...read.entries.map(({ message }) => message))
    }
    const following = (async () => {
      while (!isStopped) {
        await step()
        await new Promise((resolve) => setTimeout(resolve, followEveryMs))
      }
      await step()
    })()
    return async () => {
      isStopped = true
      await following
      return messages
    }
  }

  async #readOn(from: string): Promise<{ entries: ReadEntry[]; cursor: string }> {
    const entries: ReadEntry[] = []
    let cursor = from
    for (;;) {
      const page = await this.#page(cursor)
      entries.push(...page.logs)
      if (page.nextCursor === undefined) return { entries, cursor }
      cursor = page.nextCursor
    }
  }

  async #page(cursor: string): Promise<Page> {
    const { apiUrl, apiKey } = this.#endpoints
    const query = new URLSearchParams({ direction: 'forward', pageCursor: cursor })
    const url = `${apiUrl}/v2/sandboxes/${this.#sandboxId}/logs?${query}`
    const response = await fetch(url, { headers: { 'x-api-key': apiKey } })
    if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Page
  }
}
