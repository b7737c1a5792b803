/**
 * Calls of envd that survive the loss of their connection because proxy and envd cooperate: streams that envd can
 * resume, and unary calls that it applies once however often they are sent.
 */
import { limits } from '@cay/contract/limits.ts'
import { pathOf } from './internal-path.ts'
import { headerValue, type RawHeaders } from './raw-headers.ts'

export type EnvdCall = StreamCall | { readonly kind: 'single' }

export interface StreamCall {
  readonly kind: 'stream'
  readonly source: 'process' | 'directory'
  readonly codec: 'json' | 'proto'
  readonly protocol: StreamProtocol
}

/** How messages are framed, and where an error is reported. */
export type StreamProtocol = 'connect' | 'grpc' | 'grpc-web'

export interface CallHead {
  readonly port: number
  readonly method: string
  readonly requestTarget: string
  readonly headers: RawHeaders
}

const streams: Readonly<Record<string, 'process' | 'directory'>> = {
  '/process.Process/Start': 'process',
  '/process.Process/Connect': 'process',
  '/filesystem.Filesystem/WatchDir': 'directory',
}

/** A client stream, which cannot be sent again. */
const inputStream = '/process.Process/StreamInput'

const callPattern = /^\/(?:process\.Process|filesystem\.Filesystem)\/[A-Za-z]+$/

/** Undefined for all other requests. */
export function readEnvdCall({ port, method, requestTarget, headers }: CallHead): EnvdCall | undefined {
  const path = pathOf(requestTarget)
  if (port !== limits.daemonPort || method !== 'POST' || !callPattern.test(path)) return undefined
  const source = streams[path]
  if (source === undefined) return path === inputStream ? undefined : { kind: 'single' }
  const format = formatOf(headerValue(headers, 'content-type') ?? '')
  return format === undefined ? undefined : { kind: 'stream', source, ...format }
}

/** The content types whose messages have the same frames. */
function formatOf(contentType: string): Pick<StreamCall, 'codec' | 'protocol'> | undefined {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  const parts = /^application\/(connect(?=\+)|grpc-web|grpc)(?:\+(json|proto))?$/.exec(type)
  if (parts === null) return undefined
  const protocol = parts[1] === 'connect' || parts[1] === 'grpc-web' ? parts[1] : 'grpc'
  return { protocol, codec: parts[2] === 'json' ? 'json' : 'proto' }
}

const emptyMessages = {
  json: Uint8Array.of(0, 0, 0, 0, 2, 0x7b, 0x7d),
  proto: Uint8Array.of(0, 0, 0, 0, 0),
} as const

/** A framed empty message: enough to resume a stream. */
export function emptyMessage(codec: 'json' | 'proto'): Uint8Array {
  return emptyMessages[codec]
}
