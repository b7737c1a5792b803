/** The public API, typed by its description. */
import type { components, paths } from '@cay/contract/gen/control/api.js'
import createClient, { type Client } from 'openapi-fetch'
import { connection } from '../connection.ts'
import { type Session, session, signOut } from '../session.ts'

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]
export type Api = Client<paths>

/** What the API has refused, in its own sentence. */
export class ApiError extends Error {
  readonly status: number
  /** Milliseconds after which it makes sense to try again, as far as the response says. */
  readonly retryAfterMs: number | undefined

  constructor(status: number, message: string, retryAfterMs?: number) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** The service could not be reached at all. */
export class AwayError extends Error {
  constructor(cause: unknown) {
    super('Cay does not respond', { cause })
    this.name = 'AwayError'
  }
}

export function connectAsTeam({ apiKey }: Session): Api {
  const api = createClient<paths>({ baseUrl: location.origin, fetch: fetchWatched })
  api.use({
    onRequest: ({ request }) => {
      request.headers.set('X-API-Key', apiKey)
    },
    onResponse: ({ response }) => {
      if (response.status === 401 && session.get()?.apiKey === apiKey)
        signOut('You were signed out: the API key is not valid any more.')
    },
  })
  return api
}

/** An admin token that is no longer right closes its views and leaves the rest open. */
export function connectAsAdmin(adminToken: string): Api {
  const api = createClient<paths>({ baseUrl: location.origin, fetch: fetchWatched })
  api.use({
    onRequest: ({ request }) => {
      request.headers.set('X-Admin-Token', adminToken)
    },
  })
  return api
}

async function fetchWatched(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    connection.set('up')
    return response
  } catch (error) {
    if (request.signal.aborted) throw error
    connection.set('away')
    throw new AwayError(error)
  }
}

interface Reply<T> {
  readonly data?: T
  readonly error?: unknown
  readonly response: Response
}

/** The body of a response; throws ApiError if it is an error. */
export async function take<T>(reply: Promise<Reply<T>>): Promise<T> {
  return (await takeReply(reply)).data
}

/** The same with what its headers say about further pages. */
export async function takePage<T>(reply: Promise<Reply<T>>) {
  const { data, response } = await takeReply(reply)
  return { data, nextToken: response.headers.get('x-next-token') ?? undefined }
}

async function takeReply<T>(reply: Promise<Reply<T>>): Promise<{ data: T; response: Response }> {
  const { data, error, response } = await reply
  if (!response.ok) throw new ApiError(response.status, messageOf(error, response), retryAfterOf(response))
  return { data: data as T, response }
}

function messageOf(error: unknown, { status, statusText }: Response): string {
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message)
  return `${status} ${statusText}`.trim()
}

function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : undefined
}
