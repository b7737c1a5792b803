/** A gateway with servers that are programs of their own, and clients of the official SDK. */
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type CallToolResult, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ServerSpec } from './dialect/gateway-config.ts'
import { startServerProgram } from './edge/start-program.ts'
import { type RunningGateway, startGateway } from './wire-gateway.ts'

const stub = fileURLToPath(new URL('./testing/stub-server.ts', import.meta.url))
const token = 'correct horse'

function stubServer(name: string, ...args: string[]): ServerSpec {
  const command = [process.execPath, stub, ...args].join(' ')
  return { name, source: { kind: 'github', repository: 'acme/stub' }, run: { command }, env: {} }
}

function start(specs: readonly ServerSpec[], startMs = 60_000): Promise<RunningGateway> {
  const env = { PATH: process.env.PATH ?? '' }
  return startGateway({
    ...{ specs, token, listen: { host: '127.0.0.1', port: 0 }, startMs },
    parts: {
      install: async () => fileURLToPath(new URL('.', import.meta.url)),
      startProgram: (spec, directory) => startServerProgram(spec, { directory, env, user: undefined }),
    },
    onFault: (error) => console.error(error),
  })
}

async function connect(
  { port }: RunningGateway,
  headers = { Authorization: `Bearer ${token}` },
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
    requestInit: { headers },
  })
  // Its session id may be undefined, which the interface does not say with `exactOptionalPropertyTypes`.
  await client.connect(transport as Parameters<Client['connect']>[0])
  onTestFinished(() => client.close())
  return client
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<string> {
  const { content } = (await client.callTool({ name, arguments: args })) as CallToolResult
  return content.map((part) => (part.type === 'text' ? part.text : part.type)).join()
}

describe('two servers', () => {
  let gateway: RunningGateway
  beforeAll(async () => {
    gateway = await start([stubServer('first', 'good', 'alpha'), stubServer('second', 'good', 'beta')])
  })
  afterAll(() => gateway?.close())

  test('their tools are listed together, and a call reaches the server whose tool it is', async () => {
    const client = await connect(gateway)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['echo', 'alpha', 'beta', 'second__echo'])
    expect(await call(client, 'alpha', { value: 1 })).toBe('alpha of alpha: 1')
    expect(await call(client, 'second__echo', { value: 2 })).toBe('echo of beta: 2')
    await expect(call(client, 'gamma')).rejects.toThrow('there is no tool "gamma"')
    expect(client.getInstructions()).toBe('# first\nask alpha\n\n# second\nask beta')
  })

  test('so are their prompts and resources', async () => {
    const client = await connect(gateway)
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(['greet', 'second__greet'])
    const { messages } = await client.getPrompt({ name: 'second__greet' })
    expect(messages[0]?.content).toEqual({ type: 'text', text: 'hello from beta' })
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(['memo://1', 'second+memo://1'])
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'memo://page/{id}',
      'second+memo://page/{id}',
    ])
    const read = async (uri: string) => (await client.readResource({ uri })).contents
    expect(await read('second+memo://1')).toEqual([{ uri: 'second+memo://1', text: 'memo://1 of beta' }])
    expect(await read('memo://page/7')).toEqual([{ uri: 'memo://page/7', text: 'memo://page/7 of alpha' }])
    expect(await read('second+memo://page/7')).toMatchObject([{ text: 'memo://page/7 of beta' }])
    await expect(read('file:///etc/passwd')).rejects.toThrow('there is no resource "file:///etc/passwd"')
  })

  test('progress of a call reaches its client', async () => {
    const client = await connect(gateway)
    const seen: number[] = []
    await client.callTool({ name: 'alpha', arguments: { action: 'count' } }, undefined, {
      onprogress: ({ progress }) => seen.push(progress),
    })
    expect(seen).toEqual([1, 2, 3])
  })

  test('a call that its client cancels is cancelled at the server', async () => {
    const client = await connect(gateway)
    const cancel = new AbortController()
    const waiting = client.callTool({ name: 'beta', arguments: { action: 'wait' } }, undefined, {
      signal: cancel.signal,
    })
    // The server answers calls in their order of arrival, so it has the first one.
    await call(client, 'beta')
    cancel.abort()
    await expect(waiting).rejects.toThrow()
    await expect.poll(() => call(client, 'beta', { action: 'cancelled' })).toBe('1')
  })

  test('a tool that a server adds is announced to every client, and listed', async () => {
    const clients = [await connect(gateway), await connect(gateway)]
    const told = clients.map(
      (client) =>
        new Promise<void>((resolve) =>
          client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve()),
        ),
    )
    await call(clients[0] as Client, 'alpha', { action: 'grow', value: 'delta' })
    await Promise.all(told)
    const { tools } = await (clients[1] as Client).listTools()
    expect(tools.map(({ name }) => name)).toContain('delta')
  })

  test.each([
    ['no token', {}, 401],
    ['another token', { Authorization: 'Bearer wrong' }, 401],
    ['the token under another scheme', { Authorization: `Basic ${token}` }, 401],
    ['a session that is not there', { Authorization: `Bearer ${token}`, 'Mcp-Session-Id': 'x' }, 404],
    ['a first request that begins no session', { Authorization: `Bearer ${token}` }, 400],
  ])('%s is refused', async (_, headers, status) => {
    const response = await fetch(`http://127.0.0.1:${gateway.port}/mcp`, {
      method: 'POST',
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      } as Record<string, string>,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    expect(response.status).toBe(status)
    expect(response.headers.get('WWW-Authenticate')).toBe(status === 401 ? 'Bearer' : null)
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String) } })
  })

  test('a path that is not /mcp is not there, and a request that is too large is refused', async () => {
    const base = `http://127.0.0.1:${gateway.port}`
    expect((await fetch(`${base}/`)).status).toBe(404)
    const large = await fetch(`${base}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(5 * 1024 * 1024) }),
    })
    expect(large.status).toBe(413)
  })
})

describe('a server that misbehaves when the gateway starts fails the start by its name', () => {
  test('it ends: with its last lines', async () => {
    await expect(start([stubServer('good', 'good'), stubServer('bad', 'dies')])).rejects.toThrow(
      /^server "bad" ended before it was ready; its last lines on standard error:\nstarting\nno database at db\.example$/,
    )
  })

  test('it hangs', async () => {
    await expect(start([stubServer('bad', 'hangs')], 3000)).rejects.toThrow(
      'not all servers were ready within 3 s\nserver "bad" was not ready in time',
    )
  })

  test('it prints junk', async () => {
    await expect(start([stubServer('bad', 'junk')])).rejects.toThrow(
      /^server "bad" ended before it was ready and prints lines that are no MCP messages/,
    )
  })

  test('its program is not there', async () => {
    const none: ServerSpec = { ...stubServer('bad'), run: { command: '/no/such/program' } }
    await expect(start([none])).rejects.toThrow(/server "bad" ended before it was ready; .*\n.*No such file/)
  })
})

describe('a server that misbehaves later does not harm the other', () => {
  test.each([
    ['ends', 'die', /server "bad" ended before it responded; .*\ntold to go/],
    [
      'sends a message that is too large',
      'huge',
      /server "bad" ended before it responded and sent a message that is too large/,
    ],
    [
      'prints junk',
      'junk',
      /server "bad" ended before it responded and prints lines that are no MCP messages/,
    ],
  ])('it %s: the call says so, and the next one starts it again', async (_, action, message) => {
    const gateway = await start([stubServer('good', 'good', 'alpha'), stubServer('bad', 'good', 'beta')])
    onTestFinished(() => gateway.close())
    const client = await connect(gateway)
    await expect(call(client, 'beta', { action })).rejects.toThrow(message)
    expect(await call(client, 'alpha', { value: 1 })).toBe('alpha of alpha: 1')
    expect(await call(client, 'beta', { value: 2 })).toBe('beta of beta: 2')
  })

  test('one that ends each time is not started for ever', async () => {
    const gateway = await start([stubServer('bad', 'good', 'beta')])
    onTestFinished(() => gateway.close())
    const client = await connect(gateway)
    for (let turn = 1; turn <= 4; turn += 1)
      await expect(call(client, 'beta', { action: 'die' })).rejects.toThrow('ended before it responded')
    await expect(call(client, 'beta')).rejects.toThrow('server "bad" has ended 4 times within 60 s')
  })
})
