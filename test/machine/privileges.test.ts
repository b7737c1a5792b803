/** docs/security.md against the processes of an installation: started from a clone that only root may enter. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, readlinkSync, renameSync, statSync } from 'node:fs'
import { chown, mkdir, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { limits } from '@cay/contract/limits.ts'
import { makeAuthority, openIssuer } from '@cay/kit/certificates/issue.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { egressAddress, egressPort } from '@cay/orchestrator/dialect/network/slot-plan.ts'
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Output } from '../conformance/output.ts'
import { pointClientHere } from '../support/client.ts'
import { Installation, testDataDir } from '../support/installation.ts'
import { installationNumber } from '../support/machine-state.ts'

const execute = promisify(execFile)
const clone = new URL('../..', import.meta.url).pathname.replace(/\/$/, '')
const name = 'privileges'
const domain = 'cay.test'

let closed: string
let ca: string
let installation: Installation
let sandbox: Sandbox
let tlsPort: number
let firstUid: number

beforeAll(async () => {
  closed = await mkdtemp(join(tmpdir(), 'cay-closed-'))
  await mkdir(`${closed}/clone`)
  await execute('mount', ['--bind', clone, `${closed}/clone`])
  tlsPort = await freePortOfRoot()
  installation = await Installation.prepare(
    name,
    {
      ...{ CAY_POOL_SIZE: '1', CAY_DOMAIN: domain, CAY_TLS: 'files', CAY_TLS_PORT: String(tlsPort) },
      ...(await certificateForRoot()),
    },
    `${closed}/clone`,
  )
  await installation.up()
  firstUid = 90_000 + 16 * (installationNumber(installation.dataDir) ?? Number.NaN)
  pointClientHere(await installation.endpoints())
  sandbox = await Sandbox.create('base', { timeoutMs: 600_000 })
})

afterAll(async () => {
  await installation?.remove()
  await execute('umount', [`${closed}/clone`])
  await rmdir(`${closed}/clone`)
  await rm(closed, { recursive: true })
})

/** Below 1024, where only somebody with a capability listens. */
async function freePortOfRoot(): Promise<number> {
  const { stdout } = await execute('ss', ['--listening', '--tcp', '--numeric', '--no-header'])
  const taken = new Set([...stdout.matchAll(/:(\d+)\s/g)].map(([, port]) => Number(port)))
  const port = Array.from({ length: 300 }, (_, offset) => 700 + offset).find((each) => !taken.has(each))
  if (port === undefined) throw new Error('no port below 1024 is free')
  return port
}

async function certificateForRoot() {
  const life = { nowMs: Date.now(), days: 1 }
  const authority = await makeAuthority('test', life)
  const leaf = await (await openIssuer(authority)).issue({ names: [domain, `*.${domain}`], ...life })
  ca = authority.certificate
  const files = { CAY_TLS_CERT_FILE: `${closed}/tls.crt`, CAY_TLS_KEY_FILE: `${closed}/tls.key` }
  await writeFile(files.CAY_TLS_CERT_FILE, leaf.certificate)
  await writeFile(files.CAY_TLS_KEY_FILE, leaf.key, { mode: 0o600 })
  return files
}

const columns = ['process', 'user', 'capabilities', 'noNewPrivileges', 'calls', 'writes', 'reads'] as const
type Row = Readonly<Record<(typeof columns)[number], string>>

function pageRows(): Row[] {
  const section =
    readFileSync(`${clone}/docs/security.md`, 'utf8').split('## Processes and privileges')[1] ?? ''
  const lines = section.split('\n## ')[0]?.split('\n') ?? []
  return lines
    .filter((line) => line.startsWith('| ') && !line.startsWith('| process'))
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      return Object.fromEntries(columns.map((column, index) => [column, cells[index + 1]])) as Row
    })
}

const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word).sort()

/** In the order of their bits. */
const capabilityNames =
  'chown dac_override dac_read_search fowner fsetid kill setgid setuid setpcap linux_immutable net_bind_service net_broadcast net_admin net_raw ipc_lock ipc_owner sys_module sys_rawio sys_chroot sys_ptrace sys_pacct sys_admin sys_boot sys_nice sys_resource sys_time sys_tty_config mknod lease audit_write audit_control setfcap mac_override mac_admin syslog wake_alarm block_suspend audit_read perfmon bpf checkpoint_restore'.split(
    ' ',
  )

function statusOf(pid: number | 'self') {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (key: string) => new RegExp(`^${key}:\\s*(.*)$`, 'm').exec(text)?.[1] ?? ''
  const capabilities = (set: string) =>
    capabilityNames.filter((_, bit) => ((BigInt(`0x${field(set)}`) >> BigInt(bit)) & 1n) === 1n).sort()
  return {
    uids: [...new Set(field('Uid').split(/\s+/))],
    gids: [...new Set(field('Gid').split(/\s+/))],
    noNewPrivileges: field('NoNewPrivs') === '1' ? 'yes' : 'no',
    calls: field('Seccomp') === '2' ? 'filtered' : 'all',
    capabilities,
  }
}

async function pidOf(process: string): Promise<number> {
  const { supervisor, services } = await installation.record()
  return process === 'supervisor' ? supervisor.pid : services[process as keyof typeof services].pid
}

const userOf = ({ user }: Row) =>
  user === 'root' ? '0' : String(firstUid + Number(/^first \+ (\d+)$/.exec(user)?.[1]))

test('the page has a row for each process of ours, and no other', async () => {
  const { services } = await installation.record()
  const named = pageRows().map(({ process }) => process)
  const running = Object.keys(services).filter((service) => service !== 'template builder')
  expect(named.toSorted()).toEqual(['supervisor', ...running].sort())
})

describe.each(pageRows())('$process', (row) => {
  test('runs as the user that the page says, and may gain and call what it says', async () => {
    const { uids, gids, noNewPrivileges, calls } = statusOf(await pidOf(row.process))
    expect({ uids, gids, noNewPrivileges, calls }).toEqual({
      ...{ uids: [userOf(row)], gids: [userOf(row)] },
      ...{ noNewPrivileges: row.noNewPrivileges, calls: row.calls },
    })
  })

  test('has the capabilities that the page says', async () => {
    const { capabilities } = statusOf(await pidOf(row.process))
    const own = statusOf('self').capabilities('CapBnd')
    const listed = row.capabilities === 'as it was started' ? own : quoted(row.capabilities)
    const onItsPort = row.process === 'proxy' ? ['net_bind_service'] : []
    const expected = [...listed, ...onItsPort].filter((each) => own.includes(each))
    for (const set of ['CapEff', 'CapPrm', 'CapBnd']) expect(capabilities(set), set).toEqual(expected)
    for (const set of ['CapInh', 'CapAmb']) expect(capabilities(set), set).toEqual(onItsPort)
  })

  test('reaches of the data directory what the page says', async () => {
    const pid = await pidOf(row.process)
    if (row.writes === 'everything') {
      expect(readlinkSync(`/proc/${pid}/root`)).toBe('/')
      expect(readlinkSync(`/proc/${pid}/ns/mnt`)).toBe(readlinkSync('/proc/self/ns/mnt'))
      return
    }
    const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').trim().split('\n')
    const below = mounts.flatMap((line) => {
      const [, , , , at = '', options = ''] = line.split(' ')
      const inside = at.startsWith(`${installation.dataDir}/`)
        ? [at.slice(installation.dataDir.length + 1)]
        : []
      return inside.map((path) => ({ path, isReadOnly: options.split(',').includes('ro') }))
    })
    const paths = (isReadOnly: boolean) =>
      below.flatMap((each) => (each.isReadOnly === isReadOnly ? [each.path] : [])).sort()
    // Of an authority that nobody asked for there is nothing.
    const read = quoted(row.reads).filter((path) => path !== 'tls-authority')
    expect([paths(false), paths(true)]).toEqual([quoted(row.writes), read])
    expect(readdirSync(`/proc/${pid}/root`).sort()).not.toContain('home')
    expect(readdirSync(`/proc/${pid}/root/.outside`)).toEqual([])
  })
})

/** What curl says as that user of the node: the status of the answer, or its own exit code. */
async function asUser(uid: number, url: string, seconds = 30): Promise<string> {
  const who = [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--']
  const curl = ['curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', '-m', String(seconds), url]
  try {
    return (await execute('setpriv', [...who, ...curl])).stdout
  } catch (error) {
    return `exit ${(error as { code: number }).code}`
  }
}

describe('a user of the node', () => {
  let address: string

  beforeAll(async () => {
    await sandbox.commands.run('python3 -m http.server 8000 --bind 0.0.0.0', { background: true })
    await sandbox.commands.run('until curl -s -o /dev/null http://127.0.0.1:8000; do sleep 0.05; done')
    address = (await sandbox.commands.run('hostname -I')).stdout.trim()
  })

  test('reached the daemon and the servers of every sandbox past the proxy', async () => {
    const nobody = 65_534
    const [control, , egress] = [firstUid, firstUid + 1, firstUid + 2]
    const another = firstUid + 17
    for (const uid of [nobody, control, egress, another])
      for (const port of [limits.daemonPort, 8000])
        expect(await asUser(uid, `http://${address}:${port}/health`, 2), String(uid)).toBe('exit 28')
  })

  test('who is the proxy or root reaches them still', async () => {
    for (const uid of [firstUid + 1, 0]) {
      expect(await asUser(uid, `http://${address}:${limits.daemonPort}/health`)).toBe('204')
      expect(await asUser(uid, `http://${address}:8000/`)).toBe('200')
    }
  })

  test('reads nothing of what sandboxes and services keep on the disk', () => {
    const kept = ['snapshots', 'paused', 'containers', 'templates', 'control', 'egress-authority', 'logs']
    for (const directory of [...kept, 'sandbox-logs', 'run/egress'])
      expect(statSync(`${installation.dataDir}/${directory}`).mode & 0o077, directory).toBe(0)
    for (const directory of ['run/orchestrator', 'run/vault'])
      expect(statSync(`${installation.dataDir}/${directory}`).mode & 0o007, directory).toBe(0)
  })
})

/** Says that it has begun, takes the address as soon as it can be had, says so, and answers whoever comes. */
const takeAddress = `
import socket, sys, time
print('trying', flush=True)
while True:
    taken = socket.socket()
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((sys.argv[1], int(sys.argv[2])))
        taken.listen(64)
        break
    except OSError:
        taken.close()
        time.sleep(0.002)
print('taken', flush=True)
while True:
    caller = taken.accept()[0]
    print(caller.recv(1000), flush=True)
    caller.sendall(b'HTTP/1.1 200 OK\\r\\ncontent-length: 7\\r\\n\\r\\nforged\\n')
    caller.close()`

test('a user of the node took the place of the egress service, and read and answered what sandboxes sent', async () => {
  const address = egressAddress(installationNumber(installation.dataDir) ?? Number.NaN)
  const who = ['--reuid=65534', '--regid=65534', '--clear-groups', '--']
  const unprivileged = spawn('setpriv', [
    ...who,
    '/usr/bin/python3',
    '-c',
    takeAddress,
    address,
    `${egressPort}`,
  ])
  const output = new Output()
  unprivileged.stdout.on('data', output.onBytes)
  const ended = once(unprivileged, 'exit')
  try {
    await output.has('trying')
    process.kill(await pidOf('egress'), 'SIGKILL')
    await output.has('taken')
    const curl =
      'curl -s -m 3 -H "authorization: Bearer of-the-sandbox" http://198.51.100.7/ || echo "exit $?"'
    expect((await sandbox.commands.run(curl)).stdout).toBe('exit 28\n')
    expect(output.text).toBe('trying\ntaken\n')
  } finally {
    unprivileged.kill()
    await ended
  }
})

test('TLS is spoken on a port that only root may have, with a key that only root may read', async () => {
  const answer = await new Promise<number | undefined>((resolve, reject) => {
    const options = { host: '127.0.0.1', port: tlsPort, servername: `api.${domain}`, ca, path: '/health' }
    request({ ...options, headers: { host: `api.${domain}` } }, ({ statusCode }) => resolve(statusCode))
      .on('error', reject)
      .end()
  })
  expect(answer).toBe(200)
})

test('the sentry of a sandbox is nobody, without a capability, and its system calls are filtered', async () => {
  const { uids, gids, noNewPrivileges, calls, capabilities } = statusOf(sentryOf(sandbox.sandboxId))
  expect({ uids, gids, noNewPrivileges, calls }).toEqual({
    ...{ uids: ['65534'], gids: ['65534'] },
    ...{ noNewPrivileges: 'yes', calls: 'filtered' },
  })
  for (const set of ['CapEff', 'CapPrm', 'CapBnd', 'CapInh', 'CapAmb'])
    expect(capabilities(set), set).toEqual([])
})

function sentryOf(sandboxId: string): number {
  const { containers } = dataLayout(installation.dataDir)
  const files = readdirSync(containers).map((id) => `${containers}/${id}/record.json`)
  // What was only prepared for a container has none.
  const records = files.filter((file) => existsSync(file)).map(readRecord)
  const pid = records.find(({ claim }) => claim?.sandboxId === sandboxId)?.process?.pid
  if (pid === undefined) throw new Error(`no container is the sandbox ${sandboxId}`)
  return pid
}

const readRecord = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as SandboxRecord

interface SandboxRecord {
  readonly claim?: { readonly sandboxId: string }
  readonly process?: { readonly pid: number }
}

test('a data directory whose files are all root’s, as an earlier version left it, is taken over', async () => {
  const { dataDir } = installation
  const layout = dataLayout(dataDir)
  const { apiKey } = await installation.endpoints()
  expect(await installation.exited('SIGTERM')).toBe(0)
  for (const link of ['api-key', 'admin-token']) await rm(`${dataDir}/${link}`)
  for (const file of readdirSync(layout.control)) {
    await chown(`${layout.control}/${file}`, 0, 0)
    renameSync(`${layout.control}/${file}`, `${dataDir}/${file}`)
  }
  for (const own of [layout.egressAuthority, ...readdirSync(layout.egressAuthority).map(inAuthority)])
    await chown(own, 0, 0)
  await rm(layout.control, { recursive: true })
  for (const service of ['orchestrator', 'vault', 'egress', 'views', 'lent'])
    await rm(`${layout.run}/${service}`, { recursive: true })
  await writeFile(`${layout.run}/orchestrator.sock`, '')
  chmodSync(dataDir, 0o700)
  await installation.up()
  pointClientHere(await installation.endpoints())
  expect((await installation.endpoints()).apiKey).toBe(apiKey)
  expect(readFileSync(`${dataDir}/api-key`, 'utf8').trim()).toBe(apiKey)
  const again = await Sandbox.connect(sandbox.sandboxId)
  expect((await again.commands.run('echo here')).stdout).toBe('here\n')
  expect(readdirSync(dataDir).filter((file) => file.startsWith('cay.db'))).toEqual([])
})

const inAuthority = (file: string) => `${dataLayout(testDataDir(name)).egressAuthority}/${file}`
