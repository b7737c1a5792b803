/**
 * Pulls of images from registries that send whoever pulls from them to addresses of the node, of its network and of other
 * teams' sandboxes.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Certified, makeAuthority, openIssuer } from '@cay/kit/certificates/issue.ts'
import { FileRecords } from '@cay/orchestrator/edge/sandbox/file-records.ts'
import { machineLayout } from '@cay/orchestrator/wiring/wire-machine.ts'
import { Sandbox, Template } from 'e2b'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuildEnd, build, named } from '../support/build-templates.ts'
import { pointClientHere } from '../support/client.ts'
import { HostileRegistries } from '../support/hostile-registries.ts'
import { Installation } from '../support/installation.ts'
import { installationNumber, machineState, nothing } from '../support/machine-state.ts'
import { OutsideHost } from '../support/outside-host.ts'

const execute = promisify(execFile)

/** What inner services answer; a registry that is sent it has read them. */
const innerToken = 'token-of-an-inner-service'
const innerAnswer = JSON.stringify({ token: innerToken, access_token: innerToken })
const peerWords = 'words-of-whoever-was-asked'

const ports = {
  ...{ realmNode: 7101, realmNodeClosed: 7102, realmMetadata: 7103, realmSandbox: 7104, realmName: 7105 },
  ...{ manifest: 7106, blob: 7107, foreign: 7108, words: 7109, stall: 7110, realmPublic: 7111 },
} as const
const safePorts = { honest: 8443, realmNode: 8444 } as const

let directory: string
let internet: OutsideHost
let metadata: OutsideHost
let metadataOutput = ''
let nodeServer: Server
/** Connections to the node's loopback. */
let nodeConnections = 0
let installation: Installation
let registries: HostileRegistries
/** Of the first team, and nobody comes in but with a token. */
let sandbox: Sandbox
/** Of the second team, which builds. */
let otherKey: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-pulls-'))
  const { authority, leaf } = await certificates()
  await writeFile(join(directory, 'authority.pem'), authority.certificate)
  internet = await OutsideHost.start('cayt-pulls', '198.51.100.128')
  metadata = await OutsideHost.start('cayt-pullsmeta', '169.254.169')
  await listenForMetadata()
  nodeServer = createServer((_, response) => response.end(innerAnswer))
  nodeServer.on('connection', () => {
    nodeConnections += 1
  })
  await new Promise<void>((resolve) => nodeServer.listen(0, '127.0.0.1', resolve))
  const plain = Object.values(ports).map((port) => `${internet.address}:${port}`)
  installation = await Installation.prepare(`${process.env.CAY_TEST_NAME ?? 'shared'}-pulls`, {
    CAY_PLAIN_REGISTRIES: plain.join(),
    CAY_REGISTRY_CA_FILE: join(directory, 'authority.pem'),
    CAY_DNS_UPSTREAM: `${internet.address}:5300`,
    CAY_BUILDS_AT_ONCE: '4',
    CAY_POOL_SIZE: '0',
  })
  await installation.up()
  pointClientHere(await installation.endpoints())
  otherKey = (await installation.cay('team', 'create', 'others')).stdout.trim()
  sandbox = await Sandbox.create('base', { timeoutMs: 600_000, network: { allowPublicTraffic: false } })
  await sandbox.files.write('/tmp/inner/answer', innerAnswer)
  const serve = 'cd /tmp/inner && python3 -m http.server 8000 --bind 0.0.0.0 2> /tmp/requests'
  await sandbox.commands.run(serve, { background: true, timeoutMs: 0 })
  await sandbox.commands.run('until curl -s -o /dev/null http://127.0.0.1:8000/answer; do sleep 0.05; done')
  registries = await startRegistries(leaf)
}, 300_000)

afterAll(async () => {
  await installation?.remove()
  await Promise.allSettled([internet?.stop(), metadata?.stop()])
  nodeServer?.close()
  await rm(directory, { recursive: true, force: true })
}, 120_000)

async function certificates(): Promise<{ authority: Certified; leaf: Certified }> {
  const life = { nowMs: Date.now(), days: 1 }
  const authority = await makeAuthority('tests', life)
  const leaf = await (await openIssuer(authority)).issue({ names: ['allowed.test'], ...life })
  return { authority, leaf }
}

/** Beside the port where that host answers everybody. */
async function listenForMetadata(): Promise<void> {
  const program = `
require('node:http').createServer((q, s) => { console.log('request', q.url); s.end(process.env.SETTINGS) })
  .listen(9000, '0.0.0.0', () => console.log('up'))`
  const child = await metadata.serve(program, JSON.parse(innerAnswer))
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    metadataOutput += text
  })
}

async function startRegistries(tls: Certified): Promise<HostileRegistries> {
  const { port } = nodeServer.address() as AddressInfo
  const node = `http://127.0.0.1:${port}/answer`
  const { records } = await new FileRecords(machineLayout(installation.dataDir)).list()
  const record = records.find(({ claim }) => claim?.sandboxId === sandbox.sandboxId)
  const inSandbox = `http://${record?.container.slot.address}:8000/answer`
  const plain = {
    [ports.realmNode]: { kind: 'realm', target: node },
    [ports.realmNodeClosed]: { kind: 'realm', target: 'http://127.0.0.1:1/answer' },
    [ports.realmPublic]: { kind: 'realm', target: `http://${internet.address}:1/answer` },
    [ports.realmMetadata]: { kind: 'realm', target: `http://${metadata.secondAddress}:9000/answer` },
    [ports.realmSandbox]: { kind: 'realm', target: inSandbox },
    [ports.realmName]: { kind: 'realm', target: 'http://inside.test/answer' },
    [ports.manifest]: { kind: 'manifest redirect', target: node },
    [ports.blob]: { kind: 'blob redirect', target: node },
    [ports.foreign]: { kind: 'foreign layer', target: node },
    [ports.words]: { kind: 'words', words: peerWords },
    [ports.stall]: { kind: 'stall' },
  } as const
  const safe = {
    [safePorts.honest]: { kind: 'none' },
    [safePorts.realmNode]: { kind: 'realm', target: node },
  } as const
  return await HostileRegistries.start(internet, { plain, safe, tls })
}

/** The second team's build from the image, and what it says without the name that it was given. */
async function pull(image: string): Promise<BuildEnd & { readonly words: string }> {
  const end = await build(named(`pull-${image}`), Template().fromImage(image), otherKey)
  return { ...end, words: `${end.error} ${end.log}`.replaceAll(image, 'IMAGE') }
}

const imageOf = (trick: keyof typeof ports) => `${registries.registry(ports[trick])}/app`

/** Whatever the node or anybody beside it was asked, and what came back to the registries. */
async function expectNobodyAsked(): Promise<void> {
  expect(nodeConnections).toBe(0)
  expect(metadataOutput).not.toContain('request')
  expect((await sandbox.commands.run('grep -vc 127.0.0.1 /tmp/requests || true')).stdout).toBe('0\n')
  const all = [...Object.values(ports), ...Object.values(safePorts)]
  expect(all.flatMap((port) => registries.requests(port)).join()).not.toContain(innerToken)
}

const address = /\d+\.\d+\.\d+\.\d+/
const unreachable = 'the registry cannot be reached'

describe('a registry cannot have the node ask', () => {
  test.each<[string, keyof typeof ports, string]>([
    ['its own loopback, by the place where tokens are had', 'realmNode', unreachable],
    ['the metadata of its machine, by the place where tokens are had', 'realmMetadata', unreachable],
    ['another team’s private sandbox, by the place where tokens are had', 'realmSandbox', unreachable],
    ['a name that leads into a private network, by the place where tokens are had', 'realmName', unreachable],
    ['its own loopback, by a redirect of the manifest', 'manifest', unreachable],
    ['its own loopback, by a redirect of a layer', 'blob', unreachable],
    ['its own loopback, by a foreign layer', 'foreign', 'foreign layers'],
  ])('%s', async (_, trick, sentence) => {
    const { words } = await pull(imageOf(trick))
    expect(registries.requests(ports[trick])).not.toEqual([])
    expect(words).toContain(sentence)
    expect(words).not.toMatch(address)
    await expectNobodyAsked()
  })

  test('anything, also where it has TLS and a name that nobody has named', async () => {
    const { words } = await pull(`allowed.test:${safePorts.realmNode}/app`)
    expect(words).toContain(unreachable)
    expect(registries.requests(safePorts.realmNode)).not.toEqual([])
    await expectNobodyAsked()
  })
})

test('whether a port of the node is open cannot be told from what a build says', async () => {
  const said = await Promise.all(
    (['realmNode', 'realmNodeClosed', 'realmPublic'] as const).map(async (trick) => {
      const { error = '' } = await pull(imageOf(trick))
      return error.replaceAll(imageOf(trick), 'IMAGE')
    }),
  )
  expect(said[0]).toContain(unreachable)
  expect(new Set(said).size).toBe(1)
})

test('an image by an address of the node or of its network is refused, and nobody is asked', async () => {
  const { port } = nodeServer.address() as AddressInfo
  for (const registry of [`127.0.0.1:${port}`, `localhost:${port}`, `${metadata.secondAddress}:9000`]) {
    const { words } = await pull(`${registry}/app`)
    expect(words).toContain('the registry is on a private network')
    expect(words).toContain('CAY_PRIVATE_REGISTRIES')
  }
  await expectNobodyAsked()
})

test('an image by a name that leads into a private network is refused as one that nobody answers for', async () => {
  const inside = await pull('inside.test:5000/app')
  const missing = await pull('missing.test:5000/app')
  expect(inside.words).toContain(unreachable)
  expect(inside.words).not.toMatch(address)
  expect(inside.error?.replaceAll('inside', '')).toBe(missing.error?.replaceAll('missing', ''))
})

test('what a registry answers is not repeated', async () => {
  const { words } = await pull(imageOf('words'))
  expect(registries.requests(ports.words)).not.toEqual([])
  expect(words).toContain('access was denied')
  expect(words).not.toContain(peerWords)
})

test('an image of a public registry, which nobody has named, is pulled', async () => {
  expect((await pull(`allowed.test:${safePorts.honest}/app`)).error).toBeUndefined()
})

/** The process that pulls from the registry; undefined when there is none. */
async function findPull(image: string): Promise<number | undefined> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const argv = line.split('\0')
    if (argv[0] === 'skopeo' && argv.includes('copy') && line.includes(image)) return Number(pid)
  }
  return undefined
}

async function statusOf(pid: number): Promise<Record<string, string>> {
  const lines = (await readFile(`/proc/${pid}/status`, 'utf8')).split('\n')
  return Object.fromEntries(lines.map((line) => line.split(/:\s*/, 2)))
}

/** A build that waits for the registry, and the process of its pull. */
async function beginStalled() {
  const image = imageOf('stall')
  const building = pull(image)
  let pid: number | undefined
  await expect
    .poll(
      async () => {
        pid = await findPull(image)
        return pid
      },
      { timeout: 60_000 },
    )
    .toBeDefined()
  return { building, pid: pid ?? 0 }
}

/** Of network slots in which loopback is not up: those are of pulls. */
async function pullSlots(): Promise<string[]> {
  const { namespaces } = await machineState(installation.dataDir, numberOf(installation))
  const isUp = await Promise.all(namespaces.map(hasLoopback))
  return namespaces.filter((_, index) => isUp[index] === false)
}

/** Undefined for one that is gone. */
async function hasLoopback(namespace: string): Promise<boolean | undefined> {
  try {
    const { stdout } = await execute('ip', ['-n', namespace, '-json', 'link', 'show', 'lo'])
    return (JSON.parse(stdout) as { flags: string[] }[]).some(({ flags }) => flags.includes('UP'))
  } catch {
    // Removed since it was listed.
    return undefined
  }
}

function numberOf({ dataDir }: Installation): number {
  return installationNumber(dataDir) ?? expect.fail('the installation has no number')
}

test('who pulls is nobody, has no capability, and sees nothing of the node; a node that is killed leaves nothing of it', async () => {
  const { building, pid } = await beginStalled()
  const none = '0000000000000000'
  const own = { CapInh: none, CapPrm: none, CapEff: none, CapBnd: none, CapAmb: none, NoNewPrivs: '1' }
  const status = await statusOf(pid)
  expect(status).toMatchObject({ ...own, Groups: expect.stringMatching(/^\s*$/) })
  for (const ids of [status.Uid, status.Gid]) {
    const all = ids?.split('\t') ?? []
    expect(new Set(all).size).toBe(1)
    expect(Number(all[0])).toBeGreaterThan(0)
  }
  for (const kind of ['net', 'mnt', 'pid', 'ipc', 'uts'])
    expect(await readlink(`/proc/${pid}/ns/${kind}`)).not.toBe(await readlink(`/proc/self/ns/${kind}`))
  const mounts = (await readFile(`/proc/${pid}/mountinfo`, 'utf8')).trim().split('\n')
  expect(mounts.map((line) => line.split(' ')[4]).sort()).toEqual(['/', '/etc/ssl/certs', '/usr', '/work'])
  expect((await readdir(`/proc/${pid}/root/etc`)).sort()).toEqual(['resolv.conf', 'ssl'])
  // A slot that the pool is making looks like one of a pull for a moment.
  await expect.poll(pullSlots).toHaveLength(1)

  const { orchestrator } = (await installation.record()).services
  process.kill(orchestrator.pid, 'SIGKILL')
  await expect.poll(() => findPull(imageOf('stall')), { timeout: 30_000 }).toBeUndefined()
  await expect.poll(pullSlots, { timeout: 60_000 }).toEqual([])
  expect((await building).error).toBeDefined()
  const scratch = `${installation.dataDir}/builder/scratch`
  await expect.poll(() => readdir(scratch).catch(() => []), { timeout: 30_000 }).toEqual([])
}, 180_000)

test('`cay down` in the midst of a pull leaves nothing', async () => {
  await expect.poll(() => sandbox.isRunning().catch(() => false), { timeout: 30_000 }).toBe(true)
  const { building } = await beginStalled()
  const number = numberOf(installation)
  await installation.down()
  expect(await machineState(installation.dataDir, number)).toEqual(nothing)
  expect((await building).error).toBeDefined()
}, 180_000)
