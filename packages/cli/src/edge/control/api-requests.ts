/** Requests to the control API, and their outcomes in words. */
import { headers } from '@cay/contract/names.ts'
import { textIn } from '../../dialect/output/fields.ts'
import { ListBudget } from '../../dialect/output/list-budget.ts'
import { peerText } from '../../dialect/output/peer-text.ts'
import { ApiError, type ApiRequest, TemplateBuildingError, TemporaryError } from '../../ports/control-api.ts'
import { exchange, OversizedAnswerError } from '../http-exchange.ts'

/** An `error_code` of the API. */
const templateBuilding = 'template_building'
const requestMsMax = 70_000

export interface ApiResponse {
  readonly status: number
  readonly ok: boolean
  header(name: string): string | null
  text(): string
  /** Throws when it is not JSON. */
  json(): unknown
}

/** Throws TemporaryError when the API cannot be reached. */
export type Send = (request: ApiRequest) => Promise<ApiResponse>

export function sender(url: string, credential: Readonly<Record<string, string>>): Send {
  return async ({ method, path, body, headers: more, signal }) => {
    const limit = AbortSignal.timeout(requestMsMax)
    try {
      const response = await exchange({
        method,
        url: new URL(`${url}${path}`),
        headers: {
          ...more,
          ...credential,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        ok: response.ok,
        header: response.header,
        text: () => text,
        json: () => JSON.parse(text),
      }
    } catch (cause) {
      signal?.throwIfAborted()
      if (cause instanceof OversizedAnswerError) throw cause
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
  const budget = new ListBudget()
  for (let nextToken: string | null = ''; nextToken !== null; ) {
    const query = new URLSearchParams({ ...parameters, limit: '100' })
    if (nextToken !== '') query.set('nextToken', nextToken)
    const response: ApiResponse = await send({ method: 'GET', path: `${path}?${query}` })
    if (!response.ok) throw refusal(response)
    budget.takePage(response.text().length)
    pages.push(response.json())
    nextToken = response.header(headers.nextToken)
  }
  return pages
}

/** Undefined for a 404; throws for every other failure. */
export function succeedOrMissing(response: ApiResponse): ApiResponse | undefined {
  if (response.status === 404) return undefined
  if (!response.ok) throw refusal(response)
  return response
}

export function refusal(response: ApiResponse): Error {
  const body = jsonOrNothing(response)
  const text = textIn(body, 'message')
  const message = text === null ? null : peerText(text)
  const words = `the API answered ${response.status}${message === null ? '' : `: ${message}`}`
  if (textIn(body, 'error_code') === templateBuilding) return new TemplateBuildingError(message ?? words)
  if (response.status >= 500) return new TemporaryError(words)
  return new ApiError(response.status, words, hints[response.status])
}

const hints: Readonly<Record<number, string>> = {
  401: 'set E2B_API_KEY to a key of this installation; on its machine, root needs none',
  403: 'this key may not do that: `cay key list` shows what keys may do',
}

function jsonOrNothing(response: ApiResponse): unknown {
  try {
    return response.json()
  } catch {
    // Whoever stands before the API may answer with a page.
    return undefined
  }
}
