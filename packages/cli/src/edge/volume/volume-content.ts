/** Calls the content API of a volume. Bodies are streams of any length, so no request has a time limit. */
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { textIn } from '../../dialect/output/fields.ts'
import { parseEntries, parseEntry, type ShownEntry } from '../../dialect/volume/volume-responses.ts'
import type { RemoteFiles } from '../../ports/remote-files.ts'

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
}

export function connectVolumeContent(access: VolumeAccess): RemoteFiles<ShownEntry> {
  return {
    async find(path) {
      const response = await send(access, { method: 'GET', part: 'path', query: { path } })
      if (response.statusCode !== 404) return parseEntry(await json(await expectSuccess(response)))
      response.resume()
      return undefined
    },
    async list(path) {
      const response = await send(access, { method: 'GET', part: 'dir', query: { path } })
      return parseEntries(await json(await expectSuccess(response)))
    },
    async read(path) {
      return await expectSuccess(await send(access, { method: 'GET', part: 'file', query: { path } }))
    },
    async write(path, body, mode) {
      const query = { path, mode: String(mode), force: 'true' }
      const response = await send(access, { method: 'PUT', part: 'file', query, body })
      ;(await expectSuccess(response)).resume()
    },
    async makeDirectory(path) {
      const response = await send(access, { method: 'POST', part: 'dir', query: { path, force: 'true' } })
      ;(await expectSuccess(response)).resume()
    },
  }
}

function send(
  { url, volumeId, token }: VolumeAccess,
  { method, part, query, body }: ContentRequest,
): Promise<IncomingMessage> {
  const target = new URL(`${url}/volumecontent/${volumeId}/${part}?${new URLSearchParams(query)}`)
  const options = { method, headers: { authorization: `Bearer ${token}` } }
  return new Promise((resolve, reject) => {
    const outgoing = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, options)
    let hasResponse = false
    const fail = (cause: unknown) => {
      if (hasResponse) return
      reject(new Error(`the request to ${target.origin} failed: ${String(cause)}`, { cause }))
    }
    outgoing.on('response', (response) => {
      hasResponse = true
      resolve(response)
    })
    outgoing.on('error', fail)
    if (body === undefined) outgoing.end()
    // A server that refuses responds before the body has arrived.
    else pipeline(body, outgoing).catch(fail)
  })
}

async function expectSuccess(response: IncomingMessage): Promise<IncomingMessage> {
  const status = response.statusCode ?? 0
  if (status < 400) return response
  const body: unknown = await json(response).catch(() => undefined)
  const message = textIn(body, 'message')
  throw new Error(`the API answered ${status}${message === null ? '' : `: ${message}`}`)
}
