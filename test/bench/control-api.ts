/** The control API as a client with a warm connection sees it, and the one look at the node that a sample waits for. */
import { setTimeout as sleep } from 'node:timers/promises'
import { headers } from '@cay/contract/names.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { connectOrchestrator } from '@cay/orchestrator/testing/orchestrator-client.ts'
import type { Endpoints } from '../support/installation.ts'

export interface TimedSandbox {
  readonly sandboxId: string
  /** Milliseconds from the request to the last byte of the 201. */
  readonly ms: number
}

const callMsMax = 60_000
/** Seconds; a sandbox that an interrupted run forgets does not stay. */
const sandboxTimeout = 1200
const poolPollMs = 20
const poolFullMsMax = 60_000

export class ControlApi {
  readonly #endpoints: Endpoints

  constructor(endpoints: Endpoints) {
    this.#endpoints = endpoints
  }

  /** `fields`: more of the request. */
  async create(templateID = 'base', fields: object = {}): Promise<TimedSandbox> {
    const body = JSON.stringify({ templateID, timeout: sandboxTimeout, ...fields })
    const { text, ms } = await this.#call('POST', '/sandboxes', { status: 201, body })
    const { sandboxID } = JSON.parse(text) as { sandboxID: string }
    return { sandboxId: sandboxID, ms }
  }

  async createVolume(name: string, sizeMB: number): Promise<{ volumeID: string }> {
    const body = JSON.stringify({ name, sizeMB })
    const { text } = await this.#call('POST', '/volumes', { status: 201, body })
    return JSON.parse(text) as { volumeID: string }
  }

  /** Milliseconds until the 204. */
  async kill(sandboxId: string): Promise<number> {
    return (await this.#call('DELETE', `/sandboxes/${sandboxId}`, { status: 204 })).ms
  }

  /** Milliseconds until the 204. */
  async pause(sandboxId: string): Promise<number> {
    return (await this.#call('POST', `/sandboxes/${sandboxId}/pause`, { status: 204, body: '{}' })).ms
  }

  /** Of a paused one; milliseconds until the last byte of the 201. */
  async connect(sandboxId: string): Promise<number> {
    const body = JSON.stringify({ timeout: sandboxTimeout })
    return (await this.#call('POST', `/sandboxes/${sandboxId}/connect`, { status: 201, body })).ms
  }

  /** Throws when one of the copies could not be made. */
  async fork(sandboxId: string, count: number): Promise<{ ms: number; sandboxIds: string[] }> {
    const body = JSON.stringify({ count, timeout: sandboxTimeout })
    const { text, ms } = await this.#call('POST', `/sandboxes/${sandboxId}/fork`, { status: 201, body })
    const copies = JSON.parse(text) as { sandbox?: { sandboxID: string } }[]
    const sandboxIds = copies.flatMap(({ sandbox }) => (sandbox === undefined ? [] : [sandbox.sandboxID]))
    if (sandboxIds.length < count) throw new Error(`fork made ${sandboxIds.length} of ${count}: ${text}`)
    return { ms, sandboxIds }
  }

  /** Resolves when the node has `size` sandboxes ready. */
  async poolIsFull(size: number): Promise<void> {
    const node = connectOrchestrator(dataLayout(this.#endpoints.dataDir).orchestratorSocket)
    const deadline = Date.now() + poolFullMsMax
    while ((await node.getNode({})).pooled < size) {
      if (Date.now() > deadline) throw new Error(`the pool was not full within ${poolFullMsMax} ms`)
      await sleep(poolPollMs)
    }
  }

  async #call(method: string, path: string, { status, body }: { status: number; body?: string }) {
    const startedMs = performance.now()
    const response = await fetch(`${this.#endpoints.apiUrl}${path}`, {
      method,
      headers: { [headers.apiKey]: this.#endpoints.apiKey, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(callMsMax),
      ...(body === undefined ? {} : { body }),
    })
    const answer = await response.text()
    const ms = performance.now() - startedMs
    if (response.status !== status) throw new Error(`${method} ${path}: ${response.status} ${answer}`)
    return { text: answer, ms }
  }
}
