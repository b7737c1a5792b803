/** Requests to the control API, and their outcomes in words. */
import { headers } from '@cay/contract/names.ts'
import { type ApiRequest, TemporaryError } from '../../ports/control-api.ts'

const requestMsMax = 70_000
/** Maximum number of pages of a list that are read, so that a faulty server cannot keep the command busy. */
const pagesMax = 10_000

/** Throws TemporaryError when the API cannot be reached. */
export type Send = (request: ApiRequest) => Promise<Response>

export function sender(url: string, credential: Readonly<Record<string, string>>): Send {
  return async ({ method, path, body }) => {
    try {
      return await fetch(`${url}${path}`, {
        method,
        headers: { ...credential, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        signal: AbortSignal.timeout(requestMsMax),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    } catch (cause) {
      throw new TemporaryError(`cannot reach Cay at ${url}: is it running? \`cay up\` starts it`, { cause })
    }
  }
}

/** The bodies of all pages of a list. */
export async function readPages(
  send: Send,
  path: string,
  parameters: Readonly<Record<string, string>> = {},
): Promise<unknown[]> {
  const pages: unknown[] = []
  let nextToken: string | null = null
  for (let page = 0; page < pagesMax; page++) {
    const query = new URLSearchParams({ ...parameters, limit: '100' })
    if (nextToken !== null) query.set('nextToken', nextToken)
    const response: Response = await send({ method: 'GET', path: `${path}?${query}` })
    if (!response.ok) throw await refusal(response)
    pages.push(await response.json())
    nextToken = response.headers.get(headers.nextToken)
    if (nextToken === null) return pages
  }
  throw new Error(`the list has more than ${pagesMax} pages`)
}

/** Undefined for a 404; throws for every other failure. */
export async function succeedOrMissing(response: Response): Promise<Response | undefined> {
  if (response.status === 404) return undefined
  if (!response.ok) throw await refusal(response)
  return response
}

export async function refusal(response: Response): Promise<Error> {
  const body: unknown = await response.json().catch(() => undefined)
  const hasMessage = typeof body === 'object' && body !== null && 'message' in body
  const words = `the API answered ${response.status}${hasMessage ? `: ${String(body.message)}` : ''}`
  return response.status >= 500 ? new TemporaryError(words) : new Error(words)
}
