/**
 * Makes calls idempotent that the proxy may retry because their response was lost: calls with the same key are
 * applied once, and every sender gets the same result. Calls in progress are always remembered; of the completed
 * ones, the newest are.
 */
import { headers } from '@cay/contract/names.ts'
import { Code, ConnectError, type Interceptor, type UnaryResponse } from '@connectrpc/connect'

type PendingResponse = Promise<UnaryResponse>

/** These methods change nothing, so they are executed again. */
const readers: ReadonlySet<string> = new Set(['List', 'Stat', 'ListDir'])
/** Number of remembered responses; of potentially large ones, fewer are kept. */
const answersMax = 256
const largeAnswersMax = 4
const large: ReadonlySet<string> = new Set(['GetWatcherEvents'])

export function onceInterceptor(): Interceptor {
  const answers = new RecentAnswers(answersMax)
  const largeAnswers = new RecentAnswers(largeAnswersMax)
  return (next) => (request) => {
    const key = request.header.get(headers.once)
    if (key === null || request.stream || readers.has(request.method.name)) return next(request)
    const recent = large.has(request.method.name) ? largeAnswers : answers
    return recent.of(key, async () => {
      const response = await next(request)
      if (response.stream) throw new ConnectError('expected a unary response', Code.Internal)
      return response
    })
  }
}

class RecentAnswers {
  readonly #settledMax: number
  readonly #atWork = new Map<string, PendingResponse>()
  readonly #settled = new Map<string, PendingResponse>()

  constructor(settledMax: number) {
    this.#settledMax = settledMax
  }

  of(key: string, apply: () => PendingResponse): PendingResponse {
    const known = this.#atWork.get(key) ?? this.#settled.get(key)
    if (known !== undefined) return known
    const answer = apply()
    this.#atWork.set(key, answer)
    const settle = () => this.#settle(key, answer)
    // The caller receives the failure; here the entry is only settled.
    answer.then(settle, settle)
    return answer
  }

  #settle(key: string, answer: PendingResponse): void {
    this.#atWork.delete(key)
    this.#settled.set(key, answer)
    const [oldest] = this.#settled.keys()
    if (this.#settled.size > this.#settledMax && oldest !== undefined) this.#settled.delete(oldest)
  }
}
