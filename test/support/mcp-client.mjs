/**
 * The official client makes a sandbox with MCP servers, and a client of the official MCP SDK uses them, over TLS under names
 * below the domain (E2B_DOMAIN), which lead to this machine. The argument is what the sandbox is made from. Prints JSON.
 */
import dns from 'node:dns'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Sandbox } from 'e2b'

const domain = process.env.E2B_DOMAIN.replace(/:\d+$/, '')
const { lookup } = dns
dns.lookup = (name, options, done) => {
  if (!name.endsWith(`.${domain}`)) return lookup(name, options, done)
  const found = { address: '127.0.0.1', family: 4 }
  return options.all === true ? done(null, [found]) : done(null, found.address, found.family)
}

const [, , template] = process.argv
const sandbox = await Sandbox.create(template, {
  mcp: {
    'github/acme/alpha': { installCmd: 'cp server.py installed.py', runCmd: 'python3 installed.py alpha' },
    'github/acme/beta': { runCmd: 'exec python3 server.py "$NAME"', envs: { NAME: 'beta' } },
  },
})
try {
  const url = sandbox.getMcpUrl()
  const token = await sandbox.getMcpToken()
  // One that did not make it reads it in the sandbox.
  const readToken = await (await Sandbox.connect(sandbox.sandboxId)).getMcpToken()
  const client = new Client({ name: 'test', version: '1.0.0' })
  const headers = { Authorization: `Bearer ${readToken}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  const { tools } = await client.listTools()
  const said = []
  for (const { name } of tools) {
    const { content } = await client.callTool({ name, arguments: { text: 'hello' } })
    said.push(content[0].text)
  }
  await client.close()
  const withoutToken = await fetch(url, { method: 'POST', body: '{}' })
  console.log(
    JSON.stringify({
      url,
      isSameToken: token === readToken,
      tools: tools.map(({ name }) => name),
      said,
      withoutToken: withoutToken.status,
    }),
  )
} finally {
  await sandbox.kill()
}
