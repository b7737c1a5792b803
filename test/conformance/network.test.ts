/** The network calls of the official client, against hosts beside the node. */
import { randomUUID } from 'node:crypto'
import { Sandbox, type SandboxNetworkOpts } from 'e2b'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { OutsideHost } from '../support/outside-host.ts'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
const everything = '0.0.0.0/0'
let internet: OutsideHost

beforeAll(async () => {
  internet = await OutsideHost.start('cayt-conform', '203.0.113', { routerPid: inject('routerPid') })
})
afterAll(() => internet?.stop())

/** The body, or "closed": a refused connection is accepted and then ended. */
async function fetched(sandbox: Sandbox, address: string): Promise<string> {
  const { stdout } = await sandbox.commands.run(`curl -s -m 5 http://${address}:8080/ || echo closed`, {
    timeoutMs: 60_000,
  })
  return stdout.trim()
}

test('lists given at create hold, and are shown again as they were given', async () => {
  const network = { allowOut: [internet.address], denyOut: [everything] }
  const sandbox = await create({ network })
  expect(await fetched(sandbox, internet.address)).toBe(internet.nodeAddress)
  expect(await fetched(sandbox, internet.secondAddress)).toBe('closed')
  expect((await sandbox.getInfo()).network).toMatchObject(network)
})

test('a selector is a function of what stands for everything', async () => {
  const sandbox = await create({ network: { denyOut: ({ allTraffic }) => [allTraffic] } })
  expect(await fetched(sandbox, internet.address)).toBe('closed')
})

test('an update replaces everything at once, by the sandbox and by its id', async () => {
  const sandbox = await create({ allowInternetAccess: false })
  expect(await fetched(sandbox, internet.address)).toBe('closed')
  await sandbox.updateNetwork({ denyOut: [internet.secondAddress] })
  expect(await fetched(sandbox, internet.address)).toBe(internet.nodeAddress)
  expect(await fetched(sandbox, internet.secondAddress)).toBe('closed')
  await Sandbox.updateNetwork(sandbox.sandboxId, {})
  expect(await fetched(sandbox, internet.secondAddress)).toBe(internet.nodeAddress)
})

test('lists outlive a pause and go with a fork', async () => {
  const sandbox = await create({ network: { denyOut: [internet.secondAddress] } })
  const [fork] = await sandbox.fork()
  if (!(fork instanceof Sandbox)) throw fork
  try {
    expect(await fetched(fork, internet.address)).toBe(internet.nodeAddress)
    expect(await fetched(fork, internet.secondAddress)).toBe('closed')
  } finally {
    await fork.kill()
  }
  await sandbox.pause()
  await sandbox.connect()
  expect(await fetched(sandbox, internet.address)).toBe(internet.nodeAddress)
  expect(await fetched(sandbox, internet.secondAddress)).toBe('closed')
})

describe('what is wrong is refused before there is a sandbox', () => {
  test.each<[string, SandboxNetworkOpts]>([
    ['a name in denyOut', { denyOut: ['example.com'] }],
    ['the unspecified address in denyOut', { denyOut: ['0.0.0.0'] }],
    ['a name without everything denied', { allowOut: ['example.com'] }],
    ['a name with a part denied', { allowOut: ['example.com'], denyOut: ['10.0.0.0/8'] }],
    ['a mask that is none', { maskRequestHost: '-https://abcd' }],
    ['a proxy in a private range', { egressProxy: { address: '10.0.0.1:1080' } }],
    ['a proxy of port 0', { egressProxy: { address: '198.51.100.2:0' } }],
    ['a proxy of port 65536', { egressProxy: { address: '198.51.100.2:65536' } }],
    ['a header that says for whom a request is', rule({ Host: 'x' })],
    ['a placeholder that is none', rule({ a: `\${e2b.nothing}` })],
  ])('%s', async (_, network) => {
    const metadata = { attempt: randomUUID() }
    await expect(Sandbox.create('base', { network, metadata })).rejects.toThrow(/400/)
    expect(await Sandbox.list({ query: { metadata } }).nextItems()).toEqual([])
  })
})

function rule(headers: Record<string, string>): SandboxNetworkOpts {
  return { rules: { 'api.example.com': [{ transform: { headers } }] } }
}
