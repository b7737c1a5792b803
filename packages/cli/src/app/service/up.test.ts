import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identifyProcess, isAlive } from '@cay/kit/host/process-identity.ts'
import { reservePort } from '@cay/kit/host/reserve-port.ts'
import { startServiceProcess } from '@cay/kit/host/service-process.ts'
import { Progress } from '@cay/kit/progress.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readCliSettings } from '../../config.ts'
import { parseUpRecord, renderUpRecord, type UpRecord } from '../../dialect/service/up-record.ts'
import { describeInstallation, type Installation } from '../../installation.ts'
import { hostPorts, openServiceLog, upRecords } from '../../wiring/machine.ts'
import { down } from './down.ts'
import { type UpDeps, up } from './up.ts'

/** Services that keep to the contract between supervisor and service, and do nothing else. */
const fakeServices = {
  orchestrator: serviceSource({}),
  control: serviceSource({ api: 'http://0.0.0.0:3000' }),
  egress: serviceSource({ egress: 'unix:/egress.sock' }),
  proxy: serviceSource({ proxy: 'http://127.0.0.1:3002' }),
}

function serviceSource(listening: Record<string, string>): string {
  return `setInterval(() => undefined, 60_000)
    process.on('SIGTERM', () => process.exit(0))
    process.on('disconnect', () => process.exit(0))
    process.send({ kind: 'ready', listening: ${JSON.stringify(listening)} })`
}

const apiKey = `e2b_${'0'.repeat(40)}`

let directory: string
let installation: Installation
let printed: string[]
/** What the machine's resolver does not know. */
let unresolvedNames: string[]
const runs: { abort: AbortController; exitCode: Promise<unknown> }[] = []

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-up-'))
  installation = describeInstallation(
    readCliSettings({
      ...process.env,
      CAY_DATA_DIR: `${directory}/data`,
      CAY_API_PORT: '0',
      CAY_PROXY_PORT: '0',
      CAY_API_KEY: apiKey,
    }),
    `${directory}/packages`,
  )
  printed = []
  unresolvedNames = []
  for (const [name, source] of Object.entries(fakeServices)) await writeMain(name, source)
  await writeFile(installation.cleaner.file, `console.log('removed 2 sandboxes')`)
})

afterEach(async () => {
  for (const { abort } of runs) abort.abort()
  await Promise.all(runs.splice(0).map(({ exitCode }) => exitCode.catch(() => undefined)))
  await rm(directory, { recursive: true, force: true })
})

async function writeMain(name: string, source: string): Promise<void> {
  await mkdir(`${directory}/packages/${name}/src`, { recursive: true })
  await writeFile(`${directory}/packages/${name}/src/main.ts`, source)
}

/** Starts `up`; `said` resolves once a printed line holds the text. */
function start(prepare: UpDeps['prepare'] = () => Promise.resolve(), more: Partial<UpDeps> = {}) {
  const abort = new AbortController()
  const waiting: { text: string; resolve: () => void }[] = []
  const print = (line: string) => {
    printed.push(line)
    for (const { text, resolve } of waiting) if (line.includes(text)) resolve()
  }
  const said = (text: string) =>
    printed.some((line) => line.includes(text))
      ? Promise.resolve()
      : new Promise<void>((resolve) => waiting.push({ text, resolve }))
  const progress = new Progress({ total: 1, nowMs: () => 0, output: { write: () => undefined } })
  const findUnresolvedNames = async () => unresolvedNames
  const deps = {
    installation,
    records: upRecords,
    ports: hostPorts,
    openLog: openServiceLog,
    progress,
    prepare,
    confine: async () => ({}),
    print,
    isTerminal: true,
    findUnresolvedNames,
    ...more,
  }
  const exitCode = up(deps, abort.signal)
  runs.push({ abort, exitCode })
  return { said: (text: string) => Promise.race([said(text), exitCode]), stop: () => abort.abort(), exitCode }
}

async function readRecord(): Promise<UpRecord> {
  const record = parseUpRecord(await readFile(installation.layout.supervisorFile, 'utf8'))
  if (record === undefined) throw new Error('no record')
  return record
}

async function identityOf(name: string) {
  const identity = (await readRecord()).services[name]
  if (identity === undefined) throw new Error(`${name} is not recorded`)
  return identity
}

test('when everything is ready it says where, with which key, and how a client gets there', async () => {
  const { said } = start()
  await said('ready')
  const text = printed.join('\n')
  expect(text).toContain(`export E2B_API_KEY=${apiKey}\n`)
  expect(text).toContain('export E2B_API_URL=http://127.0.0.1:3000\n')
  expect(text).toContain('export E2B_SANDBOX_URL=http://127.0.0.1:3002\n')
  expect(text).toContain('export E2B_VOLUME_API_URL=http://127.0.0.1:3000\n')
  expect(printed.at(-1)).toBe('ready')
})

test('a directory whose restore was interrupted is not started', async () => {
  await mkdir(`${installation.settings.dataDir}/.restoring`, { recursive: true })
  await expect(start().exitCode).rejects.toThrow(
    `a restore into ${installation.settings.dataDir} was interrupted: run \`cay restore\` again, or empty the directory`,
  )
})

test('a directory whose records were moved does not start empty when the name of the database is gone', async () => {
  const { control, database, clusterFile } = installation.layout
  await mkdir(control, { recursive: true })
  await writeFile(`${database}.moved`, '')
  await expect(start().exitCode).rejects.toThrow(
    `CAY_DATABASE_URL="(not set)" is not valid: the records were moved to PostgreSQL, and ${clusterFile}, which named the database, is gone`,
  )
  await writeFile(database, '')
  await start().said('ready')
})

test('a start over records of a lost directory is announced although no file has the key', async () => {
  const { settings } = installation
  const withoutKey = { ...installation, settings: { ...settings, ownApiKey: undefined } }
  await start(undefined, { installation: withoutKey }).said('ready')
  expect(printed.join('\n')).toContain('`cay key create NAME --team default` makes another')
})

test('the API key is not in what is printed to a file', async () => {
  await start(undefined, { isTerminal: false }).said('ready')
  const text = printed.join('\n')
  expect(text).not.toContain(apiKey)
  expect(text).toContain('export E2B_API_KEY=$CAY_API_KEY\n')
})

test('with a domain that does not resolve on this machine, this is said with its remedy', async () => {
  await writeMain('proxy', serviceSource({ proxy: 'http://127.0.0.1:3002', tls: 'https://cay.localhost' }))
  unresolvedNames = ['api.cay.localhost']
  await start().said('ready')
  const text = printed.join('\n')
  expect(text).toContain('export E2B_DOMAIN=cay.localhost\n')
  expect(text).toMatch(/Names below cay\.localhost do not resolve on this machine: .*libnss-myhostname/)
})

test('a stop ends every service and says that sandboxes are left', async () => {
  const { said, stop, exitCode } = start()
  await said('ready')
  const { services } = await readRecord()
  expect(Object.keys(services).sort()).toEqual(['control', 'egress', 'orchestrator', 'proxy'])
  stop()
  expect(await exitCode).toBe(0)
  expect(Object.values(services).filter(isAlive)).toEqual([])
  expect(printed.at(-1)).toContain('Sandboxes are left running')
  expect(existsSync(installation.layout.supervisorFile)).toBe(false)
})

test('a service killed with -9 is started again, and this is said', async () => {
  const { said } = start()
  await said('ready')
  const before = await identityOf('control')
  process.kill(before.pid, 'SIGKILL')
  await said('control: was ended by SIGKILL')
  await said('control: is back')
  await expect.poll(() => identityOf('control')).not.toEqual(before)
  expect(isAlive(await identityOf('proxy'))).toBe(true)
})

test('a second start says where the first listens and ends well', async () => {
  const first = start()
  await first.said('ready')
  printed.length = 0
  expect(await start().exitCode).toBe(0)
  expect(printed[0]).toContain('already running')
  expect(printed.join('\n')).toContain('export E2B_API_URL=http://127.0.0.1:3000\n')
})

test('a second start while the first prepares says so', async () => {
  const prepared = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const first = start(() => {
    begun.resolve()
    return prepared.promise
  })
  await begun.promise
  expect(await start().exitCode).toBe(0)
  expect(printed.at(-1)).toContain('already being started')
  prepared.resolve()
  await first.said('ready')
})

/** Lines of a service may come later than its message that it is ready. */
async function printedPorts(count: number): Promise<string[]> {
  const ports = () => printed.filter((line) => line.startsWith('control: port'))
  await expect.poll(ports).toHaveLength(count)
  return ports()
}

test('a free port that was taken stays the same when its service is started again', async () => {
  await writeMain(
    'control',
    `process.stderr.write('port ' + process.env.CAY_API_PORT + '\\n'); ${fakeServices.control}`,
  )
  const { said } = start()
  await said('ready')
  process.kill((await identityOf('control')).pid, 'SIGKILL')
  await said('control: is back')
  const ports = await printedPorts(2)
  expect(ports[0]).toMatch(/ [1-9]\d*$/)
  expect(ports[1]).toBe(ports[0])
})

test('a port that `cay up` chose is not given to a client or to another `cay up` before its service listens', async () => {
  await writeMain(
    'control',
    `process.stderr.write('port ' + process.env.CAY_API_PORT + '\\n'); ${fakeServices.control}`,
  )
  await start().said('ready')
  const [line] = await printedPorts(1)
  const port = Number(line?.split(' ').at(-1))
  // Clients are given ports of the kernel's ephemeral range.
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
  const [first = 0, last = 0] = range.split(/\s+/).map(Number)
  expect(port < first || port > last, `${port} is outside ${range}`).toBe(true)
  await expect(reservePort('127.0.0.1', { first: port, last: port })).rejects.toThrow('no free port')
})

test('a service with a wrong setting ends the start with its words and where its log is', async () => {
  await writeMain('proxy', `console.error('CAY_X="y" is not valid: a number'); process.exit(78)`)
  await expect(start().exitCode).rejects.toThrow(/proxy does not start.*78.*proxy\.log/)
  expect(printed.join('\n')).toContain('proxy: CAY_X="y" is not valid')
})

test('a port in use is told before anything is started, with the variable to set', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  try {
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const settings = { ...installation.settings, apiPort: port }
    installation = { ...installation, settings }
    const prepare = vi.fn(() => Promise.resolve())
    await expect(start(prepare).exitCode).rejects.toThrow(`port ${port} is in use: free it`)
    await expect(start(prepare).exitCode).rejects.toThrow('CAY_API_PORT')
    expect(prepare).not.toHaveBeenCalled()
  } finally {
    server.close()
  }
})

test('a port for TLS in use is told with the variable to set', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  try {
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    installation = { ...installation, settings: { ...installation.settings, tls: 'auto', tlsPort: port } }
    await expect(start().exitCode).rejects.toThrow(
      new RegExp(`^port ${port} is in use: free it .*, or set CAY_TLS_PORT$`),
    )
  } finally {
    server.close()
  }
})

test('an address that is not the machine’s is told with the variable to set, and no port is blamed', async () => {
  installation = { ...installation, settings: { ...installation.settings, bind: '203.0.113.9' } }
  await expect(start().exitCode).rejects.toThrow(
    /^203\.0\.113\.9 is no address of this machine: set CAY_BIND/,
  )
})

test('what prepares a start is noted, so that it can be ended when the supervisor is killed', async () => {
  const file = `${directory}/builder.mjs`
  await writeFile(file, 'setInterval(() => undefined, 60_000)')
  const builder = startServiceProcess({ name: 'builder', file, env: {}, onLine: () => undefined })
  try {
    const { exitCode, stop } = start(async (onStarted) => {
      onStarted(builder)
      await builder.exited
    })
    await expect
      .poll(async () => (await readRecord()).services)
      .toEqual({ 'template builder': builder.identity })
    stop()
    await builder.stop(5000)
    expect(await exitCode).toBe(0)
    expect(printed.at(-1)).toBe('stopped before everything was started')
  } finally {
    await builder.stop(0)
  }
})

test('services that a killed supervisor left behind are ended at the next start', async () => {
  const file = `${directory}/leftover.mjs`
  await writeFile(
    file,
    `setInterval(() => undefined, 60_000); process.send({ kind: 'ready', listening: {} })`,
  )
  const leftover = startServiceProcess({ name: 'control', file, env: {}, onLine: () => undefined })
  try {
    await leftover.ready
    const self = identifyProcess(process.pid)
    if (leftover.identity === undefined || self === undefined) throw new Error('no identity')
    await mkdir(installation.layout.run, { recursive: true })
    // A process with the pid of ours and another start: its number was used again.
    const reused = { ...self, startTicks: self.startTicks + 1 }
    const record = {
      supervisor: reused,
      services: { control: leftover.identity, proxy: reused },
      listening: {},
    }
    await writeFile(installation.layout.supervisorFile, renderUpRecord(record))
    await start().said('ready')
    expect(printed[0]).toBe('ended what an earlier supervisor left: control')
    expect(isAlive(leftover.identity)).toBe(false)
  } finally {
    await leftover.stop(0)
  }
})

test('what a service writes is in its log, and only what needs attention is shown', async () => {
  await writeMain(
    'orchestrator',
    `console.log(JSON.stringify({ level: 'info', msg: 'quiet' }))
     console.log(JSON.stringify({ level: 'warn', msg: 'loud', sandboxID: 'i1' }))
     ${serviceSource({})}`,
  )
  const { said } = start()
  await said('orchestrator: warn: loud sandboxID=i1')
  expect(printed.join('\n')).not.toContain('quiet')
  expect(await readFile(`${installation.layout.logs}/orchestrator.log`, 'utf8')).toContain('quiet')
})

test('down of a data directory that was deleted still cleans the machine, and makes no directory', async () => {
  expect(await down({ installation, readRecord: upRecords.read, print: (line) => printed.push(line) })).toBe(
    0,
  )
  expect(printed.join('\n')).toContain(`${installation.settings.dataDir} does not exist`)
  expect(printed).toContain('removed 2 sandboxes')
  expect(existsSync(installation.settings.dataDir)).toBe(false)
})

test('down cleans the host and can be said twice', async () => {
  const { said, stop, exitCode } = start()
  await said('ready')
  stop()
  await exitCode
  for (const _ of ['first', 'second']) {
    expect(
      await down({ installation, readRecord: upRecords.read, print: (line) => printed.push(line) }),
    ).toBe(0)
    expect(printed.at(-1)).toBe('removed 2 sandboxes')
  }
})

test('a cleaner that fails makes down fail', async () => {
  await mkdir(installation.settings.dataDir, { recursive: true })
  await writeFile(installation.cleaner.file, 'process.exit(3)')
  expect(await down({ installation, readRecord: upRecords.read, print: (line) => printed.push(line) })).toBe(
    3,
  )
  expect(printed.at(-1)).toContain('could not be cleaned')
})
