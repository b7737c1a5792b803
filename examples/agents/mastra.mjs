// Mastra: an agent whose workspace is a sandbox of Cay.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { Agent } from '@mastra/core/agent'
import { Workspace } from '@mastra/core/workspace'
import { E2BSandbox } from '@mastra/e2b'

const provider = createOpenAICompatible({
  name: 'model',
  baseURL: process.env.OPENAI_BASE_URL,
  apiKey: process.env.OPENAI_API_KEY,
})
const workspace = new Workspace({ sandbox: new E2BSandbox({ template: 'base' }) })
await workspace.init()
try {
  const agent = new Agent({
    id: 'calculator',
    name: 'Calculator',
    instructions: 'Work in the sandbox.',
    model: provider(process.env.MODEL ?? 'gpt-5'),
    workspace,
  })
  const { text } = await agent.generate('Compute 6 * 7 with a shell command.')
  console.log(text)
} finally {
  await workspace.destroy()
}
