/** Calls the content API of a volume. Bodies are streams of any length, so none has a time limit. */
import type { Readable } from 'node:stream'
import { textIn } from '../../dialect/output/fields.ts'
import { peerText } from '../../dialect/output/peer-text.ts'
import { parseEntries, parseEntry, type ShownEntry } from '../../dialect/volume/volume-responses.ts'
import type { RemoteFiles } from '../../ports/remote-files.ts'
import { contentBeginMsMax, dropBody, exchange, type HttpResponse } from '../http-exchange.ts'

export interface VolumeAccess {
  readonly url: string
  readonly volumeId: string
  readonly token: string
}

interface ContentRequest {
  readonly method: string
  /** The last segment of the route: `dir`, `path` or `file`. */
  readonly part: string
  readonly query: Readonly<Record<string, string>>
  readonly body?: Readable
  readonly signal?: AbortSignal
  readonly beginMsMax?: number
}

/** Maximum milliseconds of a call about a file or a directory. */
const callMsMax = 70_000

export function connectVolumeContent(access: VolumeAccess): RemoteFiles<ShownEntry> {
  const call = (request: ContentRequest) =>
    send(access, { ...request, signal: AbortSignal.timeout(callMsMax) })
  return {
    async find(path) {
      const response = await call({ method: 'GET', part: 'path', query: { path } })
      if (response.status !== 404) return parseEntry(await jsonOf(response))
      dropBody(response)
      return undefined
    },
    async list(path) {
      return parseEntries(await jsonOf(await call({ method: 'GET', part: 'dir', query: { path } })))
    },
    async read(path) {
      const request = { method: 'GET', part: 'file', query: { path }, beginMsMax: contentBeginMsMax }
      return (await expectSuccess(await send(access, request))).stream
    },
    async write(path, body, mode) {
      const query = { path, mode: String(mode), force: 'true' }
      const response = await send(access, { method: 'PUT', part: 'file', query, body })
      dropBody(await expectSuccess(response))
    },
    async makeDirectory(path) {
      const response = await call({ method: 'POST', part: 'dir', query: { path, force: 'true' } })
      dropBody(await expectSuccess(response))
    },
  }
}

async function send(
  { url, volumeId, token }: VolumeAccess,
  { part, query, ...request }: ContentRequest,
): Promise<HttpResponse> {
  const target = new URL(
    `${url}/volumecontent/${encodeURIComponent(volumeId)}/${part}?${new URLSearchParams(query)}`,
  )
  try {
    return await exchange({ ...request, url: target, headers: { authorization: `Bearer ${token}` } })
  } catch (cause) {
    throw new Error(`the request to ${target.origin} failed: ${String(cause)}`, { cause })
  }
}

async function jsonOf(response: HttpResponse): Promise<unknown> {
  return JSON.parse(await (await expectSuccess(response)).text())
}

async function expectSuccess(response: HttpResponse): Promise<HttpResponse> {
  if (response.ok) return response
  const message = textIn(await bodyOf(response), 'message')
  throw new Error(`the API answered ${response.status}${message === null ? '' : `: ${peerText(message)}`}`)
}

async function bodyOf(response: HttpResponse): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    // A reverse proxy may respond with HTML.
    return undefined
  }
}
