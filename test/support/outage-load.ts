/**
 * Clients that use sandboxes while what control stands on goes away again and again. Each has a sandbox of its own, so it knows
 * what a call must answer: what it asks for, or a 503 that may be sent again. Whoever got a 503 looks whether its call took effect.
 */
import { setTimeout as sleep } from 'node:timers/promises'

export interface LoadReply {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Through any of the control processes. */
export type Send = (method: string, path: string, body?: object) => Promise<LoadReply>

export interface LoadReport {
  /** Calls by verb and status. */
  readonly statuses: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Answers that no client should get, and promises that were not kept: a sentence for each. */
  readonly wrong: readonly string[]
  /** Whatever a client was told to be there in the end, with its state. */
  readonly promised: ReadonlyMap<string, string>
}

export class OutageLoad {
  readonly #send: Send
  readonly #statuses: Record<string, Record<string, number>> = {}
  readonly #wrong: string[] = []
  readonly #promised = new Map<string, string>()
  #isOver = false

  constructor(send: Send) {
    this.#send = send
  }

  /** Calls that were answered with 2xx. */
  get answered(): number {
    const counts = Object.values(this.#statuses).flatMap((byStatus) => Object.entries(byStatus))
    return counts.reduce((sum, [status, count]) => sum + (status.startsWith('2') ? count : 0), 0)
  }

  /** Until `end`; at most that many calls at once. */
  async run(clients: number): Promise<LoadReport> {
    await Promise.all(Array.from({ length: clients }, (_, index) => this.#useSandboxes(index)))
    return { statuses: this.#statuses, wrong: this.#wrong, promised: this.#promised }
  }

  end(): void {
    this.#isOver = true
  }

  async #useSandboxes(client: number): Promise<void> {
    for (let turn = client; !this.#isOver; turn++) {
      const sandboxId = await this.#create()
      // Every third one stays.
      if (sandboxId !== undefined) await this.#use(sandboxId, turn % 3 === 0)
      else await sleep(50)
    }
  }

  async #create(): Promise<string | undefined> {
    const body = { templateID: 'base', timeout: 3600, autoPause: true }
    const reply = await this.#call('create', ['POST', '/v2/sandboxes', body])
    if (reply.status !== 201) return undefined
    const { sandboxID } = reply.body as { sandboxID: string }
    this.#promised.set(sandboxID, 'running')
    return sandboxID
  }

  async #use(sandboxId: string, stays: boolean): Promise<void> {
    const path = `/sandboxes/${sandboxId}`
    const change = (verb: string, method: string, to: string, tail = '', body?: object) =>
      this.#change(sandboxId, { verb, to, request: [method, `${path}${tail}`, body] })
    for (let turn = 0; turn < 2; turn++) {
      if (!(await change('pause', 'POST', 'paused', '/pause'))) return
      if (turn === 1 && stays) return
      if (!(await change('connect', 'POST', 'running', '/connect', { timeout: 3600 }))) return
    }
    await change('kill', 'DELETE', 'gone')
  }

  /** Until it was done, or seen done after a 503; false when the load is over before, or the quota forbids it. */
  async #change(sandboxId: string, { verb, to, request }: Change): Promise<boolean> {
    for (let isUnsure = false; ; ) {
      const reply = await this.#call(verb, request)
      if (reply.status < 300) {
        this.#promised.set(sandboxId, to)
        if (to !== 'gone') await this.#look(sandboxId, to)
        return true
      }
      // The call before this one may have done it, or may be about to.
      const isSettled = reply.status === 409 || reply.status === 404
      if (isSettled && !isUnsure) this.#wrong.push(`${verb} of ${sandboxId}: ${describe(reply)}`)
      if (isSettled) {
        const state = await this.#look(sandboxId, undefined)
        if (state === to) return true
      }
      if (reply.status === 429 || this.#isOver) return false
      isUnsure ||= reply.status === 503
      if (isUnsure) this.#promised.delete(sandboxId)
      await sleep(20)
    }
  }

  /** The state that clients see, which is the expected one. */
  async #look(sandboxId: string, expected: string | undefined): Promise<string> {
    for (;;) {
      const reply = await this.#call('show', ['GET', `/sandboxes/${sandboxId}`])
      if (reply.status === 503) {
        await sleep(20)
        continue
      }
      const state = reply.status === 404 ? 'gone' : String((reply.body as { state?: string }).state)
      if (expected !== undefined && state !== expected)
        this.#wrong.push(`${sandboxId} was ${expected}, and is shown as ${state}`)
      this.#promised.set(sandboxId, state)
      return state
    }
  }

  async #call(verb: string, [method, path, body]: Request): Promise<LoadReply> {
    const reply = await this.#send(method, path, body)
    this.#statuses[verb] ??= {}
    const counts = this.#statuses[verb]
    counts[reply.status] = (counts[reply.status] ?? 0) + 1
    if (!expected.has(reply.status) || (reply.status === 503 && !mayBeRepeated(reply)))
      this.#wrong.push(`${verb}: ${describe(reply)}`)
    return reply
  }
}

type Request = readonly [method: string, path: string, body?: object | undefined]

interface Change {
  readonly verb: string
  readonly to: string
  readonly request: Request
}

const expected: ReadonlySet<number> = new Set([200, 201, 204, 404, 409, 429, 503])

/** As docs/errors.md has them (`store_unavailable`, `capture_failed`); that of the database says when to come again. */
function mayBeRepeated({ body, headers }: LoadReply): boolean {
  const { message = '' } = body as { message?: string }
  if (message === 'the database does not answer') return headers.get('retry-after') === '1'
  return /object store|goes on running/.test(message)
}

function describe({ status, body }: LoadReply): string {
  return `${status} ${JSON.stringify(body)}`
}
