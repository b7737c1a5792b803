/** The examples of agents, each with a model that is a stub, and sandboxes that are not. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'
import {
  copyExample,
  examples,
  installNodePackages,
  installPythonPackages,
} from '../support/example-packages.ts'
import type { Endpoints } from '../support/installation.ts'
import type { KeptPackages } from '../support/kept-packages.ts'
import { createTeam } from '../support/own-team.ts'
import { startStubModel } from '../support/stub-model.ts'

let packages: KeptPackages
let model: Awaited<ReturnType<typeof startStubModel>>
/** Of a team of its own, so that what is left behind can be told. */
let endpoints: Endpoints

beforeAll(async () => {
  endpoints = (await createTeam()).endpoints
  pointClientHere(endpoints)
  model = await startStubModel()
  packages = await installNodePackages()
})

afterAll(() => model?.stop())

/** Some of these frameworks take a minute to be imported on a busy machine. */
const runMsMax = 150_000

async function run(program: string, file: string): Promise<string> {
  const { apiKey, apiUrl, proxyUrl } = endpoints
  const { stdout } = await promisify(execFile)(program, [file], {
    timeout: runMsMax,
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, MASTRA_TELEMETRY_DISABLED: '1' },
      ...{ E2B_API_KEY: apiKey, E2B_API_URL: apiUrl, E2B_SANDBOX_URL: proxyUrl },
      ...{ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'stub' },
    },
  })
  return stdout
}

async function runNode(context: TestContext, name: string): Promise<string> {
  if (!packages.isThere)
    return context.skip(`the packages of the examples cannot be had here: ${packages.why}`)
  return await run(process.execPath, copyExample(packages.directory, name))
}

const runningOfTeam = () => Sandbox.list({ query: { state: ['running', 'paused'] } }).nextItems()

for (const name of ['mastra.mjs', 'openai-agents.mjs', 'langchain.mjs', 'vercel-ai-sdk.mjs'])
  test(`the agent of ${name} runs a command in a sandbox, and leaves none behind`, async (context) => {
    expect(await runNode(context, name)).toMatch(/^The sandbox said: [\s\S]*the answer is 42\n/)
    expect(await runningOfTeam()).toEqual([])
  })

test('computesdk runs a program in a sandbox, and leaves none behind', async (context) => {
  expect(await runNode(context, 'computesdk.mjs')).toBe('computesdk: 42 (exit code 0)\n')
  expect(await runningOfTeam()).toEqual([])
})

for (const name of ['langchain_agent.py', 'langchain_e2b_agent.py', 'llamaindex_agent.py'])
  test(`the agent of ${name} runs a command in a sandbox, and leaves none behind`, async (context) => {
    const found = await installPythonPackages()
    if (!found.isThere) return context.skip(`the packages for Python cannot be had here: ${found.why}`)
    expect(await run(join(found.directory, 'bin/python'), join(examples, name))).toMatch(
      /^The sandbox said: the answer is 42\n/,
    )
    expect(await runningOfTeam()).toEqual([])
  }, 400_000)
