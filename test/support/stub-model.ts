/**
 * A model for tests: over the chat completions API it has the first tool that takes a command run one, and then repeats what the
 * tool said.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const stubCommand = 'echo the answer is $((6 * 7))'

interface Tool {
  readonly function: { readonly name: string; readonly parameters?: { readonly properties?: Properties } }
}
type Properties = Readonly<Record<string, { readonly type?: unknown }>>

interface Conversation {
  readonly tools?: readonly Tool[]
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
}

/** Returns the base URL, and what ends it. */
export async function startStubModel(): Promise<{ readonly url: string; readonly stop: () => void }> {
  let count = 0
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const message = continueConversation(JSON.parse(text) as Conversation)
    count += 1
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        ...{ id: `completion-${count}`, object: 'chat.completion', created: 1, model: 'stub' },
        choices: [{ index: 0, message, finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function continueConversation({ tools = [], messages }: Conversation) {
  const said = messages.findLast(({ role }) => role === 'tool')
  if (said !== undefined) return { role: 'assistant', content: `The sandbox said: ${textOf(said.content)}` }
  for (const { function: tool } of tools) {
    const field = ['command', 'cmd'].find((name) => tool.parameters?.properties?.[name]?.type === 'string')
    if (field === undefined) continue
    const call = { name: tool.name, arguments: JSON.stringify({ [field]: stubCommand }) }
    return {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call-1', type: 'function', function: call }],
    }
  }
  return { role: 'assistant', content: 'No tool takes a command.' }
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}
