/**
 * An MCP server on standard input and output whose behaviour is the first argument: `good`, or what a bad one does. With a
 * second argument, the name of one more tool.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'

const [, , behaviour = 'good', more] = process.argv
const junk = (lines: number) => process.stdout.write('this is no message\n'.repeat(lines))

if (behaviour === 'dies') {
  process.stderr.write('starting\nno database at db.example\n')
  process.exit(3)
}
// It says nothing, and does not end when it is asked to.
if (behaviour === 'hangs') {
  process.on('SIGTERM', () => undefined)
  process.stdin.on('end', () => undefined)
  setInterval(() => undefined, 60_000)
} else if (behaviour === 'junk') junk(5000)
else await serve()

async function serve(): Promise<void> {
  const server = new Server(
    { name: 'stub', version: '1.0.0' },
    {
      capabilities: { tools: { listChanged: true }, prompts: {}, resources: {} },
      instructions: `ask ${more ?? 'nobody'}`,
    },
  )
  const tools = ['echo', ...(more === undefined ? [] : [more])]
  let cancelled = 0
  const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] })
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    // One at a time: lists have pages.
    const index = Number(params?.cursor ?? 0)
    const tool = { name: tools[index] ?? '', inputSchema: { type: 'object' as const } }
    return { tools: [tool], ...(index + 1 < tools.length ? { nextCursor: String(index + 1) } : {}) }
  })
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { action, value } = params.arguments ?? {}
    if (action === 'die') {
      process.stderr.write('told to go\n')
      process.exit(0)
    }
    if (action === 'grow') {
      tools.push(String(value))
      await server.sendToolListChanged()
    }
    if (action === 'huge') return text('x'.repeat(11 * 1024 * 1024))
    if (action === 'junk') junk(5000)
    if (action === 'count')
      for (let progress = 1; progress <= 3; progress += 1)
        await extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken: extra._meta?.progressToken ?? '', progress, total: 3 },
        })
    if (action === 'wait')
      await new Promise<void>((resolve) => {
        extra.signal.addEventListener('abort', () => {
          cancelled += 1
          resolve()
        })
        process.stderr.write('waiting\n')
      })
    if (action === 'cancelled') return text(String(cancelled))
    return text(`${params.name} of ${more ?? 'nobody'}: ${String(value)}`)
  })
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [{ name: 'greet' }] }))
  server.setRequestHandler(GetPromptRequestSchema, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: `hello from ${more ?? 'nobody'}` } }],
  }))
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: [{ uri: 'memo://1', name: 'one' }],
  }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [{ uriTemplate: 'memo://page/{id}', name: 'page' }],
  }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => ({
    contents: [{ uri: params.uri, text: `${params.uri} of ${more ?? 'nobody'}` }],
  }))
  await server.connect(new StdioServerTransport())
}
