/** Headers of a request or a response that is forwarded from HTTP/1.1 to HTTP/2 or back. */

type Headers = Readonly<Record<string, string | string[]>>

/** Of one connection, and not of the message; HTTP/2 forbids them. */
const connectionHeaders = new Set([
  'connection',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
])

export function forwardedHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const forwarded: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.startsWith(':') || connectionHeaders.has(name)) continue
    forwarded[name] = value
  }
  return forwarded
}
