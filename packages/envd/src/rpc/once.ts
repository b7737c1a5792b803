/**
 * Calls that the proxy may send again because their answer was lost: with the same key a call is applied once, and each
 * sender gets what came of it. Calls at work are always remembered, of the others the newest.
 */
import { headers } from '@cay/contract/names.ts'
import { Code, ConnectError, type Interceptor, type UnaryResponse } from '@connectrpc/connect'

type Answer = Promise<UnaryResponse>

/** They change nothing: they are simply answered again. */
const readers: ReadonlySet<string> = new Set(['List', 'Stat', 'ListDir'])
/** Answers that are remembered; of those that may be large, fewer. */
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
  readonly #atWork = new Map<string, Answer>()
  readonly #settled = new Map<string, Answer>()

  constructor(settledMax: number) {
    this.#settledMax = settledMax
  }

  of(key: string, apply: () => Answer): Answer {
    const known = this.#atWork.get(key) ?? this.#settled.get(key)
    if (known !== undefined) return known
    const answer = apply()
    this.#atWork.set(key, answer)
    const settle = () => this.#settle(key, answer)
    // Whoever asked is told of a failure; here it is only put away.
    answer.then(settle, settle)
    return answer
  }

  #settle(key: string, answer: Answer): void {
    this.#atWork.delete(key)
    this.#settled.set(key, answer)
    const [oldest] = this.#settled.keys()
    if (this.#settled.size > this.#settledMax && oldest !== undefined) this.#settled.delete(oldest)
  }
}
