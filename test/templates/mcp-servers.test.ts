/** MCP servers of the catalogue, from an npm registry and a Python index, in a template and in a sandbox. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Sandbox, Template } from 'e2b'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { buildBundledTemplate, firstBuildMsMax } from '../support/bundled-template.ts'
import { pointClientHere } from '../support/client.ts'

/** What the machine trusts, for registries behind an authority of its own. */
const certificates = '/etc/ssl/certs/ca-certificates.crt'

beforeAll(async () => {
  pointClientHere()
  await buildBundledTemplate(inject('installation').dataDir, 'mcp-gateway')
}, firstBuildMsMax)

test('servers that were pulled into a template start in a sandbox without a network', async ({ skip }) => {
  const directory = mkdtempSync(join(tmpdir(), 'cay-pull-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  copyFileSync(certificates, join(directory, 'ca.crt'))
  const template = Template({ fileContextPath: directory })
    .fromTemplate('mcp-gateway')
    .copy('ca.crt', '/etc/node-ca.crt')
    .setEnvs({ NODE_EXTRA_CA_CERTS: '/etc/node-ca.crt', REQUESTS_CA_BUNDLE: '/etc/node-ca.crt' })
    .addMcpServer(['memory', 'time'])
  const lines: string[] = []
  const built = await Template.build(template, 'pulled', {
    onBuildLogs: ({ message }) => lines.push(message),
  }).then(
    () => true,
    () => false,
  )
  const log = lines.join('\n')
  skip(
    /ENOTFOUND|ETIMEDOUT|ECONNREFUSED|No matching distribution/.test(log),
    'no package index can be reached',
  )
  expect(built, log).toBe(true)
  expect(log).toContain('installing the MCP server "time"')

  const sandbox = await Sandbox.create('pulled', {
    mcp: { memory: {}, time: {} },
    allowInternetAccess: false,
  })
  onTestFinished(() => void sandbox.kill())
  const client = await connect(sandbox)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['create_entities', 'get_current_time']),
  )
  const entity = { name: 'Cay', entityType: 'island', observations: ['it is small'] }
  await client.callTool({ name: 'create_entities', arguments: { entities: [entity] } })
  const graph = await client.callTool({ name: 'read_graph', arguments: {} })
  expect(JSON.stringify(graph.content)).toContain('it is small')
  const time = await client.callTool({ name: 'get_current_time', arguments: { timezone: 'UTC' } })
  expect(JSON.stringify(time.content)).toContain('is_dst')
}, 600_000)

async function connect(sandbox: Sandbox): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const headers = {
    Authorization: `Bearer ${await sandbox.getMcpToken()}`,
    'E2b-Sandbox-Id': sandbox.sandboxId,
    'E2b-Sandbox-Port': '50005',
  }
  const url = new URL(`${inject('installation').proxyUrl}/mcp`)
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } })
  // Its session id may be undefined, which the interface does not say with `exactOptionalPropertyTypes`.
  await client.connect(transport as Parameters<Client['connect']>[0])
  onTestFinished(() => client.close())
  return client
}
