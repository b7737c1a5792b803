/** The public API, typed by its description. */
import type { components, paths } from '@cay/contract/gen/control/api.js'
import createClient, { type Client } from 'openapi-fetch'
import { connection } from '../connection.ts'
import { ApiError, AwayError } from './api-error.ts'
import type { Holder } from './credential.ts'

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]
export type Api = Client<paths>

/** For what takes no credential. */
export const openApi: Api = createClient<paths>({ baseUrl: location.origin, fetch: fetchWatched })

export interface TeamConnection {
  readonly holder: Holder
  /** The team of the key, or the first one of the user. */
  readonly teamID?: string
  /** The credential opens nothing any more. */
  readonly onRefused: () => void
}

export function connectAsTeam({ holder, teamID, onRefused }: TeamConnection): Api {
  const send = async (request: Request): Promise<Response> => {
    const headers = { ...(await holder.headers()), ...(teamID === undefined ? {} : { 'X-Team-ID': teamID }) }
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
    return await fetchWatched(request)
  }
  return createClient<paths>({
    baseUrl: location.origin,
    fetch: async (request) => {
      const again = request.clone()
      const response = await send(request)
      if (response.status !== 401) return response
      const renewed = (await holder.renew()) ? await send(again) : response
      if (renewed.status === 401) onRefused()
      return renewed
    },
  })
}

/** `onRefused`: the admin token opens nothing any more. */
export function connectAsAdmin(adminToken: string, onRefused: () => void): Api {
  const api = createClient<paths>({ baseUrl: location.origin, fetch: fetchWatched })
  api.use({
    onRequest: ({ request }) => {
      request.headers.set('X-Admin-Token', adminToken)
    },
    onResponse: ({ response }) => {
      if (response.status === 401) onRefused()
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
    const isGivenUp = error instanceof AwayError
    // Whoever asked has left: nothing is known of Cay.
    if (request.signal.aborted && !isGivenUp) throw error
    connection.set('away')
    throw isGivenUp ? error : new AwayError(error)
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
