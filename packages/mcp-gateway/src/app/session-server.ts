/** What one client is connected to: lists of all servers, and each request handed to the server that it is for. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { RequestHandlerExtra, RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type Result,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js'
import { progressBurst, progressPerSecond, requestMsMax, silenceMsMax } from '../dialect/bounds.ts'
import { gatewayImplementation } from '../dialect/implementation.ts'
import { RateBucket } from '../dialect/rate-bucket.ts'
import type { Found, ServerGroup } from './server-group.ts'

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

export function createSessionServer(group: ServerGroup, nowMs: () => number): Server {
  const instructions = group.instructions()
  const server = new Server(gatewayImplementation, {
    capabilities: {
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true },
      completions: {},
    },
    ...(instructions === undefined ? {} : { instructions }),
    // Servers change their lists in bursts while they start.
    debouncedNotificationMethods: [
      'notifications/tools/list_changed',
      'notifications/prompts/list_changed',
      'notifications/resources/list_changed',
    ],
  })
  const send = ({ link, name }: Found, request: SentRequest, extra: Extra) =>
    link.request({ ...request, params: withoutMeta(request.params, name) }, sendOptions(extra, nowMs))

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: group.tools() }))
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: group.prompts() }))
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: group.resources() }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: group.resourceTemplates(),
  }))
  server.setRequestHandler(CallToolRequestSchema, (request, extra) =>
    send(group.findTool(request.params.name), request, extra),
  )
  server.setRequestHandler(GetPromptRequestSchema, (request, extra) =>
    send(group.findPrompt(request.params.name), request, extra),
  )
  server.setRequestHandler(ReadResourceRequestSchema, async (request, extra) => {
    const { uri } = request.params
    const found = group.findResource(uri)
    const { method } = request
    const result = await found.link.request(
      { method, params: { uri: found.name } },
      sendOptions(extra, nowMs),
    )
    return withUri(result, found.name, uri)
  })
  server.setRequestHandler(CompleteRequestSchema, (request, extra) => {
    const { ref, ...rest } = request.params
    const isPrompt = ref.type === 'ref/prompt'
    const found = isPrompt ? group.findPrompt(ref.name) : group.findTemplate(ref.uri)
    const ownRef = isPrompt ? { ...ref, name: found.name } : { ...ref, uri: found.name }
    const { _meta, ...params } = { ...rest, ref: ownRef }
    return found.link.request({ method: request.method, params }, sendOptions(extra, nowMs))
  })
  return server
}

interface SentRequest {
  readonly method: string
  readonly params: { readonly name: string; readonly _meta?: unknown }
}

/** The token of the client's progress is replaced by one of the connection to the server. */
function withoutMeta({ _meta, ...params }: SentRequest['params'], name: string): Record<string, unknown> {
  return { ...params, name }
}

/** A client that cancels, or whose session ends, cancels at the server; progress of the server is the client's. */
function sendOptions(extra: Extra, nowMs: () => number): RequestOptions {
  const bounds = { signal: extra.signal, timeout: silenceMsMax, maxTotalTimeout: requestMsMax }
  const progressToken = extra._meta?.progressToken
  if (progressToken === undefined) return bounds
  const bucket = new RateBucket(progressBurst, progressPerSecond, nowMs())
  return {
    ...bounds,
    resetTimeoutOnProgress: true,
    onprogress: (progress) => {
      if (!bucket.take(nowMs())) return
      extra
        .sendNotification({ method: 'notifications/progress', params: { ...progress, progressToken } })
        // The client is gone: its request is being cancelled.
        .catch(() => undefined)
    },
  }
}

/** A resource comes back under the URI that the client knows it by. */
function withUri(result: Result, ownUri: string, uri: string): Result {
  const { contents } = result
  if (uri === ownUri || !Array.isArray(contents)) return result
  return {
    ...result,
    contents: contents.map((content: unknown) =>
      typeof content === 'object' && content !== null && 'uri' in content && content.uri === ownUri
        ? { ...content, uri }
        : content,
    ),
  }
}
