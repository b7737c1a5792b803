/** What is in an object store survives the loss of the data directory. The store is a directory here. */
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { snapshotsLayout } from '@cay/orchestrator/dialect/snapshot/snapshot-layout.ts'
import { Sandbox, Template } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sizes } from '../support/build-templates.ts'
import { pointClientHere } from '../support/client.ts'
import { freePorts } from '../support/free-ports.ts'
import { Installation } from '../support/installation.ts'
import { LogReader, type ReadEntry } from '../support/log-reader.ts'

const apiKey = `e2b_${'5e'.repeat(20)}`
const metadata = { test: 'object-store' }

let place: string
let objects: string
let installation: Installation
let baseId: string | undefined

/** What there was before the disk was lost. */
let paused: Sandbox
let filesOnly: Sandbox
let waiting: Sandbox
let snapshotId: string
/** Paused, with a file of 100 MB. */
let large: Sandbox
let pid: number
let ended: Sandbox
/** With the files of a COPY step. */
let context: string
/** Of the authority that sandboxes trust. */
let certificate: string
/** Of the sandbox that is paused. */
let pausedLog: readonly ReadEntry[]

beforeAll(async () => {
  place = await mkdtemp(`${tmpdir()}/cay-object-store-`)
  objects = `${place}/objects`
  await mkdir(objects)
  // A client keeps its addresses over a restart, so the ports are chosen once.
  const [api, proxy] = await freePorts(2)
  const ports = { CAY_API_PORT: String(api), CAY_PROXY_PORT: String(proxy) }
  // Nothing fits: what the object store has leaves the disk when it was not used for seconds.
  const cache = { CAY_CACHE_MB: '1', CAY_POOL_SIZE: '0', CAY_MAX_FROZEN_COPIES: '0' }
  const settings = { CAY_BLOBS_URL: `file://${objects}`, CAY_API_KEY: apiKey, ...cache }
  installation = await Installation.prepare('object-store', { ...settings, ...ports })
  await start()
  baseId = await readBaseId()
  context = `${place}/context`
  await mkdir(context)
  await writeFile(`${context}/copied`, 'from the client')
  await Template.build(copying().runCmd('echo built > /home/user/built'), 'stored', sizes)
  certificate = await readCertificate()
  paused = await create()
  pid = (await paused.commands.run('sleep 100000', { background: true, timeoutMs: 0 })).pid
  snapshotId = (await paused.createSnapshot()).snapshotId
  await paused.pause()
  filesOnly = await create()
  await filesOnly.pause({ keepMemory: false })
  waiting = await create({ lifecycle: { onTimeout: 'pause', autoResume: true } })
  await waiting.pause()
  ended = await create()
  await ended.commands.run('echo heard')
  await ended.kill()
})

afterAll(async () => {
  await installation?.remove()
  await rm(place, { recursive: true, force: true })
})

async function start(): Promise<void> {
  await installation.up()
  const { listening } = await installation.record()
  const { dataDir } = installation
  pointClientHere({ apiUrl: listening.api, proxyUrl: listening.proxy, apiKey, dataDir })
}

async function create(options: Partial<Parameters<typeof Sandbox.create>[1]> = {}): Promise<Sandbox> {
  const sandbox = await Sandbox.create('base', { timeoutMs: 600_000, metadata, ...options })
  await sandbox.files.write('/home/user/note', 'kept')
  return sandbox
}

async function readLog(sandboxId: string): Promise<ReadEntry[]> {
  const { listening } = await installation.record()
  const { dataDir } = installation
  return await new LogReader(
    { apiUrl: listening.api, proxyUrl: listening.proxy, apiKey, dataDir },
    sandboxId,
  ).all()
}

/** All of its log, when the object store has it. */
async function readUploadedLog({ sandboxId }: Sandbox): Promise<ReadEntry[]> {
  await expect
    .poll(async () => (await readLog(sandboxId)).at(-1)?.message, { timeout: 10_000 })
    .toMatch(/sandbox (ended|paused)/)
  const records = new DatabaseSync(dataLayout(installation.dataDir).database, { readOnly: true })
  try {
    const query = records.prepare(
      "select max(last_number) as last from log_segments where stream = 'log' and sandbox_id = ?",
    )
    const log = await readLog(sandboxId)
    await expect.poll(() => query.get(sandboxId)?.last, { timeout: 20_000 }).toBe(log.length)
    return log
  } finally {
    records.close()
  }
}

function copying() {
  return Template({ fileContextPath: context }).fromTemplate('base').copy('copied', '/home/user/copied')
}

function readCertificate(): Promise<string> {
  return readFile(`${dataLayout(installation.dataDir).egressAuthority}/certificate.pem`, 'utf8')
}

async function readBaseId(): Promise<string | undefined> {
  const text = await readFile(`${dataLayout(installation.dataDir).templates}/aliases.json`, 'utf8')
  return (JSON.parse(text) as Record<string, string>).base
}

/** Everything but what an operator keeps elsewhere: the records, and the key that they are encrypted with. */
async function loseDisk(): Promise<void> {
  await installation.down()
  const { control } = dataLayout(installation.dataDir)
  const kept = (await readdir(control)).filter((name) => name.startsWith('cay.db') || name === 'secrets-key')
  for (const name of kept) await cp(`${control}/${name}`, `${place}/${name}`)
  await rm(installation.dataDir, { recursive: true })
  await mkdir(control, { recursive: true })
  for (const name of kept) await cp(`${place}/${name}`, `${control}/${name}`)
}

test('a pause while the object store is away is answered with 503, and the sandbox goes on', async () => {
  const sandbox = await create()
  await using away = await takeAway()
  await expect(sandbox.pause()).rejects.toThrow(/object store cannot be used/)
  // The proxy hears of it from the node, and perhaps a moment after the client.
  const read = () => sandbox.files.read('/home/user/note').catch(String)
  await expect.poll(read, { timeout: 10_000 }).toBe('kept')
  await expect(sandbox.createSnapshot()).rejects.toThrow(/object store cannot be used/)
  await expect.poll(read, { timeout: 10_000 }).toBe('kept')
  const { listening } = await installation.record()
  const headers = { 'X-API-Key': apiKey }
  const url = `${listening.api}/sandboxes/${sandbox.sandboxId}/pause`
  const response = await fetch(url, { method: 'POST', headers })
  expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([503, true])
  const build = Template.build(copying().runCmd('echo never stored'), 'never', sizes)
  await expect(build).rejects.toThrow(/object store cannot be used/)
  const other = await create()
  expect(await other.files.read('/home/user/note')).toBe('kept')
  await other.kill()
  await away.end()
  await sandbox.pause()
  expect((await Sandbox.connect(sandbox.sandboxId)).sandboxId).toBe(sandbox.sandboxId)
  await sandbox.kill()
})

test('a sandbox that is paused at its timeout while the object store is away is stored when that is back', async () => {
  await using away = await takeAway()
  const sandbox = await create({ lifecycle: { onTimeout: 'pause' } })
  await sandbox.setTimeout(1_000)
  await expect.poll(async () => (await sandbox.getInfo()).state, { timeout: 30_000 }).toBe('paused')
  const before = await installation.cay('sandbox', 'list', '--json')
  expect(before.stdout).toContain(sandbox.sandboxId)
  await away.end()
  await expect
    .poll(() => readFile(`${installation.dataDir}/paused/${sandbox.sandboxId}.json`, 'utf8'), {
      timeout: 60_000,
    })
    .toContain('"isStored":true')
  await sandbox.kill()
})

test('an orchestrator that is killed while it uploads a pause loses no sandbox', async () => {
  const sandbox = await create()
  large = sandbox
  await sandbox.commands.run('head -c 100000000 /dev/urandom > /home/user/large')
  const before = new Set(await readdir(`${objects}/s`))
  const pausing = sandbox.pause().then(
    () => 'paused',
    () => 'failed',
  )
  const begun = async () =>
    (await readdir(`${objects}/s`)).some((name) => /^[0-9a-f]{32}-1$/.test(name) && !before.has(name))
  await expect.poll(begun, { timeout: 20_000, interval: 5 }).toBe(true)
  const { services } = await installation.record()
  process.kill(services.orchestrator?.pid ?? 0, 'SIGKILL')
  const result = await pausing
  await expect.poll(() => sizeOfLarge().catch(String), { timeout: 30_000 }).toBe(100_000_000)
  if (result === 'failed') await sandbox.pause()
  expect(await sizeOfLarge()).toBe(100_000_000)
  await sandbox.pause()
})

async function sizeOfLarge(): Promise<number> {
  const sandbox = await Sandbox.connect(large.sandboxId)
  return (await sandbox.files.getInfo('/home/user/large')).size
}

test('what the object store has leaves the disk of a node with a small cache, and is fetched when it is used', async () => {
  const { snapshots } = snapshotsLayout(installation.dataDir)
  await expect.poll(() => readdir(snapshots), { timeout: 60_000 }).toEqual([])
  const copy = await Sandbox.create(snapshotId)
  expect(await copy.files.read('/home/user/note')).toBe('kept')
  const resumed = await Sandbox.connect(waiting.sandboxId)
  expect(await resumed.files.read('/home/user/note')).toBe('kept')
  await Promise.all([copy.kill(), resumed.pause()])
  await Template.build(Template().fromTemplate('stored').runCmd('true'), 'above', sizes)
})

test('with the disk lost, the logs of sandboxes are there, also of one that has ended, and go on', async () => {
  const endedLog = await readUploadedLog(ended)
  pausedLog = await readUploadedLog(paused)
  await loseDisk()
  await start()
  expect(await readLog(ended.sandboxId)).toEqual(endedLog)
  expect(endedLog.map(({ message }) => message)).toContain('heard')
  expect(await readLog(paused.sandboxId)).toEqual(pausedLog)
})

test('with the disk lost, paused sandboxes go on with their files and their processes', async () => {
  const resumed = await Sandbox.connect(paused.sandboxId)
  expect(await resumed.files.read('/home/user/note')).toBe('kept')
  expect((await readLog(paused.sandboxId)).slice(0, pausedLog.length)).toEqual(pausedLog)
  expect((await readLog(paused.sandboxId)).map(({ message }) => message)).toContain('sandbox resumed')
  expect((await resumed.commands.list()).map((process) => process.pid)).toContain(pid)
  await resumed.kill()
  const booted = await Sandbox.connect(filesOnly.sandboxId)
  expect(await booted.files.read('/home/user/note')).toBe('kept')
  await booted.kill()
})

test('an orchestrator that is killed while it fetches a paused sandbox resumes it afterwards, and leaves nothing half', async () => {
  const { snapshots } = snapshotsLayout(installation.dataDir)
  const isHalf = async () => (await readdir(snapshots)).some((name) => name.includes('.partial-'))
  const resumed = Sandbox.connect(large.sandboxId).then(
    () => 'resumed',
    () => 'failed',
  )
  await expect.poll(isHalf, { timeout: 20_000, interval: 2 }).toBe(true)
  const { services } = await installation.record()
  process.kill(services.orchestrator?.pid ?? 0, 'SIGKILL')
  expect(await resumed).toBe('failed')
  await expect.poll(() => sizeOfLarge().catch(String), { timeout: 30_000 }).toBe(100_000_000)
  expect(await isHalf()).toBe(false)
  await large.kill()
})

test('a request resumes a sandbox that has come back', async () => {
  await expect.poll(async () => (await waiting.getInfo()).state, { timeout: 30_000 }).toBe('paused')
  expect(await waiting.files.read('/home/user/note')).toBe('kept')
  await waiting.kill()
})

test('the base template is the same one, and was not built again', async () => {
  expect(await readBaseId()).toBe(baseId)
  expect(installation.output).toContain('fetching base from the object store')
})

test('a snapshot and a template of a team start sandboxes', async () => {
  const copy = await Sandbox.create(snapshotId)
  expect(await copy.files.read('/home/user/note')).toBe('kept')
  await copy.kill()
  const sandbox = await Sandbox.create('stored')
  expect(await sandbox.files.read('/home/user/built')).toBe('built\n')
  expect(await sandbox.files.read('/home/user/copied')).toBe('from the client')
  await sandbox.kill()
})

test('files of a COPY step are not uploaded again, and sandboxes trust the same authority', async () => {
  const uploads = async () => (await readdir(`${objects}/s`)).filter((name) => name.startsWith('upload-'))
  const before = await uploads()
  expect(before).toHaveLength(1)
  await Template.build(copying().runCmd('echo again > /home/user/built'), 'again', sizes)
  expect(await uploads()).toEqual(before)
  const sandbox = await Sandbox.create('again')
  expect(await sandbox.files.read('/home/user/copied')).toBe('from the client')
  expect(await sandbox.files.read('/home/user/built')).toBe('again\n')
  expect(await readCertificate()).toBe(certificate)
  await sandbox.kill()
})

test('an altered object is refused by its name, and the sandbox can be resumed when it is back', async () => {
  const sandbox = await create()
  await sandbox.pause()
  await loseDisk()
  await start()
  const { snapshotId: artifact } = JSON.parse(
    await eventualRecord(`${installation.dataDir}/paused/${sandbox.sandboxId}.json`),
  ) as { snapshotId: string }
  const object = `${objects}/s/${artifact}-1/0`
  const whole = await readFile(object)
  await writeFile(object, Buffer.from(whole).fill(1, 100, 200))
  await expect(Sandbox.connect(sandbox.sandboxId)).rejects.toThrow(`object s/${artifact}-1/0 is damaged`)
  await rm(object)
  await expect(Sandbox.connect(sandbox.sandboxId)).rejects.toThrow(`object s/${artifact}-1/0`)
  expect((await sandbox.getInfo()).state).toBe('paused')
  await writeFile(object, whole)
  const resumed = await Sandbox.connect(sandbox.sandboxId)
  expect(await resumed.files.read('/home/user/note')).toBe('kept')
  await resumed.kill()
})

/** The object store does not answer until the end, and no longer than the test runs. */
async function takeAway() {
  const aside = `${objects}.away`
  await rename(objects, aside)
  const end = async () => {
    if (existsSync(aside)) await rename(aside, objects)
  }
  return { end, [Symbol.asyncDispose]: end }
}

async function eventualRecord(path: string): Promise<string> {
  let text = ''
  await expect
    .poll(
      async () => {
        text = await readFile(path, 'utf8').catch(() => '')
        return text
      },
      { timeout: 30_000 },
    )
    .not.toBe('')
  return text
}
