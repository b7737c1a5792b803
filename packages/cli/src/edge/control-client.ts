/** The control API as the command uses it; every failure is a sentence for the person who typed. */
import { headers } from '@cay/contract/names.ts'
import { type ListedSandbox, parseListedSandboxes } from '../dialect/listed-sandbox.ts'

const requestMsMax = 70_000
/** Pages of a list that are read at most; a server that always has one more is not believed. */
const pagesMax = 10_000

export interface ControlAccess {
  readonly url: string
  readonly apiKey: string
}

/** What may go well later, when the services are there again for one. */
export class TemporaryError extends Error {
  override name = 'TemporaryError'
}

export interface SandboxFilter {
  readonly states: readonly string[]
}

export async function listSandboxes(access: ControlAccess, filter: SandboxFilter): Promise<ListedSandbox[]> {
  const pages = await readPages(access, '/v2/sandboxes', { state: filter.states.join(',') })
  return pages.flatMap(parseListedSandboxes)
}

/** The bodies of all pages of a list. */
export async function readPages(
  access: ControlAccess,
  path: string,
  parameters: Readonly<Record<string, string>> = {},
): Promise<unknown[]> {
  const pages: unknown[] = []
  let nextToken: string | null = null
  for (let page = 0; page < pagesMax; page++) {
    const query = new URLSearchParams({ ...parameters, limit: '100' })
    if (nextToken !== null) query.set('nextToken', nextToken)
    const response: Response = await callApi(access, 'GET', `${path}?${query}`)
    if (!response.ok) throw await refusal(response)
    pages.push(await response.json())
    nextToken = response.headers.get(headers.nextToken)
    if (nextToken === null) return pages
  }
  throw new Error(`the list has more than ${pagesMax} pages`)
}

/** False when there is no such sandbox. */
export async function killSandbox(access: ControlAccess, sandboxId: string): Promise<boolean> {
  const response = await callApi(access, 'DELETE', `/sandboxes/${encodeURIComponent(sandboxId)}`)
  if (response.status === 404) return false
  if (!response.ok) throw await refusal(response)
  return true
}

export interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly body?: object
}

/** The JSON of the response; undefined where it has none. */
export async function requestControl(
  access: Pick<ControlAccess, 'url'>,
  credential: Readonly<Record<string, string>>,
  request: ApiRequest,
): Promise<unknown> {
  const response = await send(access.url, credential, request)
  if (!response.ok) throw await refusal(response)
  return response.status === 204 ? undefined : await response.json()
}

/** One page of a list, and the token of the next one where there is one. */
export async function requestPage(
  access: Pick<ControlAccess, 'url'>,
  credential: Readonly<Record<string, string>>,
  path: string,
): Promise<{ readonly body: unknown; readonly nextToken: string | null }> {
  const response = await send(access.url, credential, { method: 'GET', path })
  if (!response.ok) throw await refusal(response)
  return { body: await response.json(), nextToken: response.headers.get(headers.nextToken) }
}

export function callApi(
  access: ControlAccess,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const request = { method, path, ...(body === undefined ? {} : { body }) }
  return send(access.url, { [headers.apiKey]: access.apiKey, ...type }, request)
}

async function send(
  url: string,
  credential: Readonly<Record<string, string>>,
  { method, path, body }: ApiRequest,
): Promise<Response> {
  try {
    return await fetch(`${url}${path}`, {
      method,
      headers: credential,
      signal: AbortSignal.timeout(requestMsMax),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch (cause) {
    throw new TemporaryError(`cannot reach Cay at ${url}: is it running? \`cay up\` starts it`, { cause })
  }
}

export async function refusal(response: Response): Promise<Error> {
  const body: unknown = await response.json().catch(() => undefined)
  const hasMessage = typeof body === 'object' && body !== null && 'message' in body
  const words = `the API answered ${response.status}${hasMessage ? `: ${String(body.message)}` : ''}`
  return response.status >= 500 ? new TemporaryError(words) : new Error(words)
}
