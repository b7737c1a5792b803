/**
 * The template `mcp-gateway` with the official client and a client of the official MCP SDK. The repositories of its servers are
 * in the sandbox: git leads the addresses of GitHub there, so that the test needs no other machine.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { buildBundledTemplate, firstBuildMsMax } from '../support/bundled-template.ts'
import { pointClientHere } from '../support/client.ts'
import { freePorts } from '../support/free-ports.ts'
import { copyTemplate, Installation } from '../support/installation.ts'
import { expectNoRoomBeside } from '../support/listen-beside.ts'

const execute = promisify(execFile)
const client = new URL('../support/mcp-client.mjs', import.meta.url).pathname
const server = new URL('../support/stub-mcp-server.py', import.meta.url).pathname
const directory = mkdtempSync(join(tmpdir(), 'cay-mcp-'))

let installation: Installation
/** A snapshot of a sandbox of the template that has the repositories. */
let template: string

beforeAll(async () => {
  const { dataDir } = inject('installation')
  await buildBundledTemplate(dataDir, 'mcp-gateway')
  installation = await Installation.prepare('mcp', {
    CAY_TLS_PORT: String((await freePorts(1))[0]),
    CAY_POOL_SIZE: '1',
  })
  await copyTemplate(dataDir, installation.dataDir, 'mcp-gateway')
  await installation.up({}, ['--domain', 'cay.test'])
  pointClientHere(await installation.endpoints())
  template = await makeRepositories()
}, firstBuildMsMax)

afterAll(async () => {
  await installation?.remove()
  rmSync(directory, { recursive: true })
})

async function makeRepositories(): Promise<string> {
  const sandbox = await Sandbox.create('mcp-gateway')
  try {
    await sandbox.files.write('/home/user/acme/server.py', readFileSync(server, 'utf8'))
    const author = '-c user.name=acme -c user.email=acme@acme.example'
    await sandbox.commands.run(
      `cd acme && git init -q && git add . && git ${author} commit -qm servers &&
       for name in alpha beta broken; do git clone -q --bare . $name.git; done &&
       sudo git config --system url.file:///home/user/.insteadOf https://github.com/`,
    )
    return (await sandbox.createSnapshot()).snapshotId
  } finally {
    await sandbox.kill()
  }
}

test('a client lists and calls a tool of each of two servers at the address that the official client gives', async () => {
  const ca = join(directory, 'cay.crt')
  writeFileSync(ca, (await installation.cay('trust', '--pem')).stdout)
  const [, domain = ''] = /E2B_DOMAIN=(\S+)/.exec(installation.output) ?? []
  const { apiKey } = await installation.endpoints()
  const { stdout } = await execute(process.execPath, [client, template], {
    env: { PATH: process.env.PATH, E2B_API_KEY: apiKey, E2B_DOMAIN: domain, NODE_EXTRA_CA_CERTS: ca },
  })
  expect(JSON.parse(stdout)).toEqual({
    url: expect.stringMatching(/^https:\/\/50005-\w+\.cay\.test:\d+\/mcp$/),
    isSameToken: true,
    tools: ['alpha', 'beta'],
    // Servers run as the user whose files they use.
    said: ['alpha as user: hello', 'beta as user: hello'],
    withoutToken: 401,
  })
})

describe('a create with a server that cannot be used says which one and why, and leaves no sandbox', () => {
  test.each([
    [
      'it ends',
      'github/acme/broken',
      { runCmd: 'echo no database >&2; exit 3' },
      /"github\/acme\/broken" ended before it was ready;.*\nno database/,
    ],
    [
      'its installation fails',
      'github/acme/broken',
      { installCmd: 'echo no compiler >&2; exit 1', runCmd: 'true' },
      /"github\/acme\/broken" could not be installed: .* exited with 1:\nno compiler/,
    ],
    [
      'there is no such repository',
      'github/acme/nowhere',
      { runCmd: 'true' },
      /"github\/acme\/nowhere" could not be installed: /,
    ],
    [
      'it is a container image alone',
      'githubOfficial',
      { githubPersonalAccessToken: 'x' },
      /"githubOfficial" cannot be used/,
    ],
    ['nobody knows it', 'tyme', {}, /there is no server "tyme"/],
  ])('%s', async (_, name, fields, message) => {
    const mcp = { [name]: fields } as NonNullable<Parameters<typeof Sandbox.create>[1]>['mcp']
    const metadata = { test: name }
    await expect(
      Sandbox.create(template, { metadata, ...(mcp === undefined ? {} : { mcp }) }),
    ).rejects.toThrow(message)
    expect(await Sandbox.list({ query: { metadata } }).nextItems()).toEqual([])
  })
})

test('the token of a gateway is the one that its client made, and who connects reads it in the sandbox', async () => {
  const sandbox = await Sandbox.create(template, { mcp: {} })
  try {
    const token = await sandbox.getMcpToken()
    expect(token).toMatch(/^[0-9a-f-]{36}$/)
    const other = await Sandbox.connect(sandbox.sandboxId)
    expect(await other.getMcpToken()).toBe(token)
    expect(other.getMcpUrl()).toBe(`https://${sandbox.getHost(50_005)}/mcp`)
  } finally {
    await sandbox.kill()
  }
})

test('a configuration that is no JSON, a second gateway and any other listener on its port are refused', async () => {
  const sandbox = await Sandbox.create(template)
  try {
    const start = async (config: string) => {
      const run = `mcp-gateway --config '${config}'; echo $?`
      const { stdout, stderr } = await sandbox.commands.run(run, {
        user: 'root',
        envs: { GATEWAY_ACCESS_TOKEN: 'secret' },
      })
      return `${stdout.trim()} ${stderr.trim()}`
    }
    expect(await start('{"time":')).toMatch(/^78 the configuration is not JSON: /)
    expect(await start('{}')).toBe('0 ')
    expect(await start('{}')).toBe('1 port 50005 is in use: is a gateway running?')
    await expectNoRoomBeside(sandbox, 50_005)
    // Its token is for root alone.
    const read = await sandbox.commands.run('cat /etc/mcp-gateway/.token || true')
    expect(read.stdout).toBe('')
  } finally {
    await sandbox.kill()
  }
})
