/** The id of a request: in the response, and in every log line that is written on the way to it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

const current = new AsyncLocalStorage<string>()

/** As a client or a proxy may make one; anything else could forge log lines or be of any length. */
const token = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/

/** The client's own id where it is a token, otherwise a new one. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && token.test(header) ? header : randomUUID()
}

/** What the task logs, and all that it starts, has the id as `requestID`. */
export function withinRequest<T>(requestId: string, task: () => T): T {
  return current.run(requestId, task)
}

/** Undefined outside of requests. */
export function currentRequestId(): string | undefined {
  return current.getStore()
}
