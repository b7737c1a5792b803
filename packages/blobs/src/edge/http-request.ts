/**
 * One HTTP request on a connection that is kept for the next. The body is sent in its parts, without a copy, and the
 * response is read as it arrives. Silence of a quarter of a minute ends a connection.
 */
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { rootCertificates } from 'node:tls'

export interface HttpRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly parts?: readonly Uint8Array[]
  readonly signal?: AbortSignal | undefined
}

/** Throws what the connection throws, or the reason of the signal. */
export type SendHttp = (request: HttpRequest) => Promise<IncomingMessage>

const silenceMsMax = 15_000
const socketsMax = 64

/** `certificates`: authorities in PEM that are trusted beside those of Node. */
export function httpSender(certificates: readonly string[] = []): SendHttp {
  const options = { keepAlive: true, maxSockets: socketsMax, timeout: silenceMsMax }
  const plain = new HttpAgent(options)
  const secure = new HttpsAgent(
    certificates.length === 0 ? options : { ...options, ca: [...rootCertificates, ...certificates] },
  )
  return ({ method, url, headers, parts = [], signal }) => {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const common = { method, headers, ...(signal === undefined ? {} : { signal }) }
    const request =
      url.protocol === 'https:'
        ? requestHttps(url, { ...common, agent: secure })
        : requestHttp(url, { ...common, agent: plain })
    request.once('response', (response) => {
      resolve(response)
      // Its buffers are used for something else when a later attempt has succeeded.
      response.once('close', () => void (request.writableFinished || request.destroy()))
    })
    request.on('error', (error) => reject(signal?.aborted === true ? signal.reason : error))
    request.on('timeout', () => request.destroy(timeoutError()))
    if (parts.length === 0) request.end()
    else Readable.from(parts, { objectMode: false }).on('error', reject).pipe(request)
    return promise
  }
}

const timeoutError = () =>
  Object.assign(new Error(`no byte came or went for ${silenceMsMax / 1000} seconds`), {
    ...{ code: 'ETIMEDOUT', silentMs: silenceMsMax },
  })
