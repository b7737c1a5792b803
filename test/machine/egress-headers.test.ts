import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeAuthority, openIssuer } from '@cay/kit/certificates/issue.ts'
import { Sandbox, type SandboxOpts, Secret } from 'e2b'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'
import { type Endpoints, Installation } from '../support/installation.ts'
import { OutsideHost } from '../support/outside-host.ts'

const execute = promisify(execFile)
const value = 'the-value-that-nobody-may-see'
const directory = mkdtempSync(join(tmpdir(), 'cay-egress-'))

let installation: Installation
let endpoints: Endpoints
let internet: OutsideHost
const sandboxes: Sandbox[] = []

beforeAll(async () => {
  const life = { nowMs: Date.now(), days: 1 }
  const authority = await makeAuthority('world', life)
  const names = ['api.test', 'other.test']
  const leaf = await (await openIssuer(authority)).issue({ names, ...life })
  writeFileSync(join(directory, 'world.pem'), authority.certificate)
  internet = await OutsideHost.start('cayt-headers', '198.51.100.64', { tls: leaf })
  installation = await Installation.prepare('headers', {
    CAY_DNS_UPSTREAM: `${internet.address}:5300`,
    CAY_EGRESS_CA_FILE: join(directory, 'world.pem'),
    CAY_POOL_SIZE: '1',
  })
  await installation.up()
  endpoints = await installation.endpoints()
  pointClientHere(endpoints)
})

afterAll(async () => {
  await installation?.remove()
  await internet?.stop()
  rmSync(directory, { recursive: true })
})

afterEach(async () => {
  for (const sandbox of sandboxes.splice(0)) await sandbox.kill()
  await Secret.destroy('key')
})

async function start(authorization: string, options: SandboxOpts = {}): Promise<Sandbox> {
  const rules = { 'api.test': [{ transform: { headers: { Authorization: authorization } } }] }
  const network = { rules, ...options.network }
  const sandbox = await Sandbox.create('base', { timeoutMs: 300_000, ...options, network })
  sandboxes.push(sandbox)
  return sandbox
}

async function sh(sandbox: Sandbox, command: string): Promise<string> {
  return (await sandbox.commands.run(command, { timeoutMs: 60_000 })).stdout.trim()
}

/** Files that come and go meanwhile are none: grep says so in its exit code only. */
async function filesWith(text: string, below: string): Promise<string> {
  const argv = ['-rls', '--devices=skip', text, below]
  return await execute('grep', argv, { maxBuffer: 2 ** 24 }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  )
}

const withCurl = (url: string) => `curl -s -m 10 ${url}`
const withPython = (url: string) =>
  `python3 -c "import urllib.request; print(urllib.request.urlopen('${url}', timeout=10).read().decode())"`
const seen = async (sandbox: Sandbox, command = withCurl('https://api.test/headers')) =>
  JSON.parse(await sh(sandbox, command)).authorization

test('requests to a host have their header over HTTPS, and others have not', async () => {
  await Secret.create('key', value)
  const sandbox = await start(`Bearer ${Secret.fill('key')}`)
  for (const command of [withCurl, withPython])
    expect(await seen(sandbox, command('https://api.test/headers'))).toBe(`Bearer ${value}`)
  expect(await seen(sandbox, withCurl("-k -H 'Authorization: theirs' https://other.test/headers"))).toBe(
    'theirs',
  )
  expect(await sh(sandbox, 'curl -kvs https://other.test/ 2>&1 | grep -i issuer')).toContain('CN=world')
})

test('over plain HTTP a request to such a host goes out only where the rule allows it, with its header', async () => {
  await Secret.create('key', value)
  const sandbox = await start(`Bearer ${Secret.fill('key')}`)
  const overHttp = withCurl('http://api.test/headers')
  expect(await sh(sandbox, overHttp)).toMatch(/over HTTPS only/)
  const transform = { headers: { Authorization: `Bearer ${Secret.fill('key')}` }, allowHttp: true }
  await sandbox.updateNetwork({ rules: { 'api.test': [{ transform }] } })
  expect(await seen(sandbox, overHttp)).toBe(`Bearer ${value}`)
  expect(JSON.stringify((await sandbox.getInfo()).network)).toContain('"allowHttp":true')
})

test('another host of the same server gets nothing on a connection to one with a rule', async () => {
  await Secret.create('key', value)
  const sandbox = await start(Secret.fill('key'))
  const answer = (host: string, version: string) =>
    sh(sandbox, `curl -s -m 10 ${version} -H 'Host: ${host}' -w ' %{http_code}' https://api.test/headers`)
  expect(await answer('api.test', '--http2')).toMatch(new RegExp(`"${value}".* 200$`))
  expect(await answer('other.test', '--http2')).toMatch(/ 421$/)
  expect(await answer('other.test', '--http1.1')).toMatch(/ 403$/)
})

test('the value is neither in the sandbox, nor in a log, nor on the disk of the node', async () => {
  // One that no server of the other tests has sent back: what a sandbox prints is in its log.
  const unseen = 'the-value-that-no-server-repeats'
  await Secret.create('unseen', unseen)
  const sandbox = await start(`Bearer ${Secret.fill('unseen')}`)
  await sh(sandbox, withCurl('https://api.test/'))
  // Reversed, because the node keeps what is run in a sandbox: the value itself must not come from this test.
  const reversed = [...unseen].reverse().join('')
  const places = '/etc /run /tmp /home /root'
  expect(
    await sh(sandbox, `sudo grep -rls "$(echo ${reversed} | rev)" ${places} | grep . || echo none`),
  ).toBe('none')
  expect(await sh(sandbox, 'env')).not.toContain(unseen)
  expect(await filesWith(unseen, endpoints.dataDir)).toBe('')
})

test('a new value is used within moments, and without one the request fails in plain words', async () => {
  await Secret.create('key', 'one')
  const sandbox = await start(Secret.fill('key'))
  expect(await seen(sandbox)).toBe('one')
  await Secret.update('key', 'two')
  await expect.poll(() => seen(sandbox), { timeout: 15_000 }).toBe('two')
  await Secret.destroy('key')
  await expect
    .poll(() => sh(sandbox, withCurl('https://api.test/headers')), { timeout: 15_000 })
    .toContain('there is no such secret')
})

test('a copy, and a sandbox that was paused, have the same headers', async () => {
  await Secret.create('key', value)
  const sandbox = await start(Secret.fill('key'))
  const forks = await sandbox.fork({ timeoutMs: 300_000 })
  for (const fork of forks) {
    if (fork instanceof Error) throw fork
    sandboxes.push(fork)
    expect(await seen(fork)).toBe(value)
  }
  await sandbox.pause()
  await sandbox.connect()
  expect(await seen(sandbox)).toBe(value)
})

test('a token says who the sandbox is, for the audience, and the published keys prove it', async () => {
  const sandbox = await start('', {
    iam: { tokens: { cloud: Secret.iamToken({ audience: 'https://sts.test', tokenType: 'JWT-SVID' }) } },
    network: {
      rules: {
        'api.test': [{ transform: ({ iam }) => ({ headers: { Authorization: iam.tokens.cloud ?? '' } }) }],
      },
    },
  })
  const keys = createRemoteJWKSet(new URL(`${endpoints.apiUrl}/.well-known/jwks.json`))
  const { payload } = await jwtVerify(await seen(sandbox), keys, { audience: 'https://sts.test' })
  expect(payload.sub).toContain(`/sandbox/${sandbox.sandboxId}`)
})

test('when control or the egress gateway dies, the headers are there again as soon as both are', async () => {
  await Secret.create('key', value)
  const sandbox = await start(Secret.fill('key'))
  for (const service of ['control', 'egress'] as const) {
    const { pid } = (await installation.record()).services[service]
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => seen(sandbox).catch(String), { timeout: 30_000 }).toBe(value)
  }
})
