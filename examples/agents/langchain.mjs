// LangChain: an agent with a tool that runs commands in a sandbox of Cay.
import { ChatOpenAI } from '@langchain/openai'
import { Sandbox } from 'e2b'
import { createAgent, tool } from 'langchain'
import { z } from 'zod'

const sandbox = await Sandbox.create()
try {
  const run = tool(async ({ command }) => (await sandbox.commands.run(command)).stdout.trim(), {
    name: 'run',
    description: 'Runs a shell command in a sandbox',
    schema: z.object({ command: z.string() }),
  })
  const model = new ChatOpenAI({
    model: process.env.MODEL ?? 'gpt-5',
    useResponsesApi: false,
    configuration: { baseURL: process.env.OPENAI_BASE_URL },
  })
  const agent = createAgent({ model, tools: [run] })
  const { messages } = await agent.invoke({
    messages: [{ role: 'user', content: 'Compute 6 * 7 with a shell command.' }],
  })
  console.log(messages.at(-1).content)
} finally {
  await sandbox.kill()
}
