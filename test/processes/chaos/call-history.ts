/** What clients have called for and were told, of each sandbox; and what is wrong with that. */

import type { StatusCounts } from './report.ts'
import { expectedStatuses, neverMissing } from './requests.ts'

export interface Call {
  readonly verb: string
  readonly sandboxId: string
  readonly startedAt: number
  endedAt: number
  status: number | 'broken'
}

export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly retryAfter: string | null
}

/** The state that a call leads to. */
const leadsTo: Readonly<Record<string, string>> = { pause: 'paused', resume: 'running', connect: 'running' }

export class CallHistory {
  readonly wrong: string[] = []
  readonly #calls = new Map<string, Call[]>()
  readonly #statuses: Record<string, Record<string, number>> = {}
  readonly #created = new Set<string>()

  get statuses(): StatusCounts {
    return this.#statuses
  }

  /** Those whose create or fork was answered. */
  get created(): readonly string[] {
    return [...this.#created]
  }

  /** Those that nobody has tried to kill. */
  get living(): readonly string[] {
    return [...this.#calls].filter(([, calls]) => !calls.some(isKill)).map(([id]) => id)
  }

  noteCreated(sandboxId: string): void {
    this.#created.add(sandboxId)
    this.#calls.set(sandboxId, this.#calls.get(sandboxId) ?? [])
  }

  begin(verb: string, sandboxId: string): Call {
    const call: Call = { verb, sandboxId, startedAt: performance.now(), endedAt: Infinity, status: 'broken' }
    this.#calls.get(sandboxId)?.push(call)
    return call
  }

  end(call: Call, status: Call['status']): void {
    call.status = status
    call.endedAt = performance.now()
    if (status === 404 && neverMissing.has(call.verb)) this.#judgeMissing(call)
  }

  /** Undefined: the process died before it answered. */
  noteReply(verb: string, reply: Reply | undefined): void {
    this.count(verb, reply?.status ?? 'broken')
    if (reply === undefined) return
    if (!expectedStatuses.has(reply.status))
      this.wrong.push(`${verb}: ${reply.status} ${JSON.stringify(reply.body)}`)
    if (reply.status === 503 && isDatabaseAway(reply.body) && reply.retryAfter === null)
      this.wrong.push(`${verb}: 503 without Retry-After`)
  }

  count(verb: string, status: Call['status']): void {
    this.#statuses[verb] ??= {}
    const counts = this.#statuses[verb]
    counts[status] = (counts[status] ?? 0) + 1
  }

  /** A sentence where a sandbox is not in the state that clients were told; undefined: it is in none. */
  judgeFate(sandboxId: string, state: string | undefined): string[] {
    const calls = this.#calls.get(sandboxId) ?? []
    const kill = calls.find((call) => isKill(call) && call.status === 204)
    if (kill !== undefined) return state === undefined ? [] : [`${sandboxId} was killed and is ${state}`]
    if (calls.some(isKill)) return []
    if (state === undefined) return [`${sandboxId} was created and is gone`]
    const expected = stateAfter(calls)
    return expected === undefined || expected === state ? [] : [`${sandboxId} is ${state}, not ${expected}`]
  }

  /** A sandbox that nobody has tried to kill is there. */
  #judgeMissing({ verb, sandboxId }: Call): void {
    const isKilled = this.#calls.get(sandboxId)?.some(isKill) === true
    if (!isKilled) this.wrong.push(`${verb} of ${sandboxId} was answered with 404`)
  }
}

/** The state that the last call has led to, where nothing else happened meanwhile. */
function stateAfter(calls: readonly Call[]): string | undefined {
  const moving = calls.filter(({ verb }) => verb in leadsTo || verb === 'traffic')
  const last = moving.toSorted((a, b) => a.endedAt - b.endedAt).at(-1)
  if (last === undefined) return 'running'
  const isAlone = moving.every((call) => call === last || call.endedAt < last.startedAt)
  const isSettled = moving.every((call) => call === last || call.status !== 'broken')
  if (!isAlone || !isSettled || last.status === 'broken' || last.status >= 300) return undefined
  return leadsTo[last.verb]
}

function isKill({ verb }: Call): boolean {
  return verb === 'kill'
}

function isDatabaseAway(body: unknown): boolean {
  return JSON.stringify(body).includes('the database does not answer')
}
