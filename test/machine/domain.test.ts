import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../support/free-ports.ts'
import { Installation } from '../support/installation.ts'

const execute = promisify(execFile)
const client = new URL('../support/domain-client.mjs', import.meta.url).pathname
const directory = mkdtempSync(join(tmpdir(), 'cay-domain-'))

let installation: Installation

beforeAll(async () => {
  installation = await Installation.prepare('domain', {
    // Of a port that the proxy chooses the egress gateway does not know.
    CAY_TLS_PORT: String((await freePorts(1))[0]),
    CAY_POOL_SIZE: '1',
  })
  await installation.up({}, ['--domain', 'cay.test'])
})

afterAll(async () => {
  await installation?.remove()
  rmSync(directory, { recursive: true })
})

test('what is printed to a file has everything but the API key', async () => {
  const { apiKey, dataDir } = await installation.endpoints()
  expect(installation.output).toContain(`export E2B_API_KEY=$(cat ${dataDir}/control/api-key)`)
  expect(installation.output).not.toContain(apiKey)
  expect(installation.output).toContain('Names below cay.test do not resolve on this machine')
})

test('E2B_DOMAIN alone sets the official client up, and a sandbox reaches its public URL from inside', async () => {
  const [, domain = ''] = /E2B_DOMAIN=(\S+)/.exec(installation.output) ?? []
  expect(domain).toMatch(/^cay\.test:\d+$/)
  const ca = join(directory, 'cay.crt')
  writeFileSync(ca, (await installation.cay('trust', '--pem')).stdout)
  const { apiKey } = await installation.endpoints()
  const env = {
    PATH: process.env.PATH,
    E2B_API_KEY: apiKey,
    E2B_DOMAIN: domain,
    NODE_EXTRA_CA_CERTS: ca,
  }
  const { stdout } = await execute(process.execPath, [client], { env })
  const [, port] = domain.split(':')
  expect(JSON.parse(stdout)).toEqual({
    said: 'hello\n',
    read: 'from a file',
    host: expect.stringMatching(new RegExp(`^8000-\\w+\\.cay\\.test:${port}$`)),
    page: 'from a file',
    inside: 'from a file',
    apiInside: '',
    download: 'from a file',
  })
})

test('`cay trust` says where the authority is and how to trust it, where nothing of the domain is set too', async () => {
  const { stdout } = await installation.cay('trust')
  expect(stdout).toContain(`${installation.dataDir}/tls-authority/certificate.pem`)
  expect(stdout).toContain('update-ca-certificates')
  expect(stdout).toContain('NODE_EXTRA_CA_CERTS')
})
