// OpenAI Agents: a sandbox agent whose workspace is a sandbox of Cay.
import { OpenAIChatCompletionsModel, run, setTracingDisabled } from '@openai/agents'
import { SandboxAgent } from '@openai/agents/sandbox'
import { E2BSandboxClient } from '@openai/agents-extensions/sandbox/e2b'
import OpenAI from 'openai'

setTracingDisabled(true)
const model = new OpenAIChatCompletionsModel(new OpenAI(), process.env.MODEL ?? 'gpt-5')
const agent = new SandboxAgent({ name: 'Calculator', model, instructions: 'Work in the sandbox.' })
const client = new E2BSandboxClient({ template: 'base' })
const { finalOutput } = await run(agent, 'Compute 6 * 7 with a shell command.', { sandbox: { client } })
console.log(finalOutput)
