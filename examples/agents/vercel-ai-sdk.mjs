// Vercel AI SDK: a model with a tool that runs commands in a sandbox of Cay.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, stepCountIs, tool } from 'ai'
import { Sandbox } from 'e2b'
import { z } from 'zod'

const provider = createOpenAICompatible({
  name: 'model',
  baseURL: process.env.OPENAI_BASE_URL,
  apiKey: process.env.OPENAI_API_KEY,
})
const sandbox = await Sandbox.create()
try {
  const { text } = await generateText({
    model: provider(process.env.MODEL ?? 'gpt-5'),
    tools: {
      run: tool({
        description: 'Runs a shell command in a sandbox',
        inputSchema: z.object({ command: z.string() }),
        execute: async ({ command }) => (await sandbox.commands.run(command)).stdout.trim(),
      }),
    },
    stopWhen: stepCountIs(5),
    prompt: 'Compute 6 * 7 with a shell command.',
  })
  console.log(text)
} finally {
  await sandbox.kill()
}
