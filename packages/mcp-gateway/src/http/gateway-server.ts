/** The HTTP side: Streamable HTTP at /mcp, for whoever has the token. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { openResponsesMax } from '../dialect/bounds.ts'
import type { Sessions } from './sessions.ts'

export interface GatewayServerOptions {
  readonly token: string
  readonly sessions: Sessions
  readonly onFault: (error: unknown) => void
}

export function createGatewayServer(options: GatewayServerOptions): Server {
  let openResponses = 0
  return createServer((request, response) => {
    openResponses += 1
    response.on('close', () => {
      openResponses -= 1
    })
    if (openResponses > openResponsesMax)
      return refuse(response, { status: 503, message: 'too many requests in progress; retry' })
    serve(options, request, response).catch((error: unknown) => {
      options.onFault(error)
      if (response.headersSent) response.destroy()
      else refuse(response, { status: 500, message: 'the request failed; /var/log/mcp-gateway.log says why' })
    })
  })
}

async function serve(
  { token, sessions }: GatewayServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://gateway')
  if (pathname !== '/mcp') return refuse(response, { status: 404, message: 'there is only /mcp' })
  if (!isAuthorized(request.headers.authorization, token)) {
    response.setHeader('WWW-Authenticate', 'Bearer')
    return refuse(response, {
      status: 401,
      message: 'Authorization must be "Bearer" and the token of this gateway',
    })
  }
  const sessionId = request.headers['mcp-session-id']
  if (sessionId === undefined && request.method !== 'POST')
    return refuse(response, { status: 400, message: 'Mcp-Session-Id is missing' })
  const known = typeof sessionId === 'string' ? sessions.find(sessionId) : undefined
  // 404 tells a client to begin a new session.
  if (sessionId !== undefined && known === undefined)
    return refuse(response, { status: 404, message: 'there is no such session' })
  const session = known ?? (await sessions.open())
  if (session === undefined)
    return refuse(response, { status: 503, message: 'too many sessions, and all are in use; retry' })
  sessions.use(session, (listener) => void response.on('close', listener))
  await session.transport.handleRequest(request, response)
  // Its first request did not initialize it.
  if (session.transport.sessionId === undefined) await session.server.close()
}

/** By digests, so that neither the time nor a length tells anything of the token. */
function isAuthorized(header: string | undefined, token: string): boolean {
  const given = /^Bearer +(.+)$/i.exec(header ?? '')?.[1] ?? ''
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

function refuse(
  response: ServerResponse,
  { status, message }: { readonly status: number; readonly message: string },
): void {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }))
}
