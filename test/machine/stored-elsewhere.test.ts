/**
 * `cay up` with its records in PostgreSQL and its artifacts in a real S3 server, until the data directory is deleted. With
 * CAY_TEST_LONG=1 fifty sandboxes are paused then, and times are printed.
 */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Location } from '@cay/kit/blobs-settings.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { AwsV4Signer } from 'aws4fetch'
import { Sandbox, Template } from 'e2b'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sizes } from '../support/build-templates.ts'
import { pointClientHere } from '../support/client.ts'
import { freePorts } from '../support/free-ports.ts'
import { type Endpoints, Installation } from '../support/installation.ts'
import { oldestPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { type SwiftServer, startSwift, swiftOwner } from '../support/swift-server.ts'
import { swiftTree } from '../support/swift-tree.ts'

const isLong = process.env.CAY_TEST_LONG === '1'
const pausedCount = isLong ? 50 : 5
const treeMsMax = 20 * 60_000
const tree = await swiftTree().catch((error: unknown) => {
  console.log(`skipped: the S3 server for tests cannot be made on this machine: ${String(error)}`)
  return undefined
})

describe.skipIf(tree === undefined || !oldestPostgres.isInstalled)('with servers of its own', () => {
  let postgres: PostgresServer
  let databaseUrl: string
  let swift: SwiftServer
  let bucket: S3Location
  let installation: Installation
  /** As clients have it: Cay made the key. */
  let endpoints: Endpoints

  beforeAll(async () => {
    const [port = 0, api, proxy] = await freePorts(3)
    postgres = await startPostgres(oldestPostgres, { port })
    databaseUrl = await postgres.createDatabase()
    swift = await startSwift(tree ?? '')
    bucket = await swift.createBucket('cay-elsewhere')
    installation = await Installation.prepare('stored-elsewhere', {
      ...{ CAY_DATABASE_URL: databaseUrl, CAY_SECRETS_KEY: '6d'.repeat(32), CAY_POOL_SIZE: '0' },
      ...{ CAY_BLOBS_ACCESS_KEY: swiftOwner.accessKey, CAY_BLOBS_SECRET_KEY: swiftOwner.secretKey },
      ...{ CAY_BLOBS_URL: locationOf(bucket), CAY_API_PORT: String(api), CAY_PROXY_PORT: String(proxy) },
    })
  }, treeMsMax)

  afterAll(async () => {
    await installation?.remove()
    await swift?.[Symbol.asyncDispose]()
    await postgres?.stop()
  })

  const create = async () => {
    const sandbox = await Sandbox.create('base', { timeoutMs: 3_600_000 })
    await sandbox.files.write('/home/user/note', sandbox.sandboxId)
    return sandbox
  }

  test.each([
    {
      name: 'a secret that the object store refuses',
      settings: () => ({ CAY_BLOBS_SECRET_KEY: 'wrong-secret' }),
      words: /refuses the signature: check CAY_BLOBS_SECRET_KEY/,
    },
    {
      name: 'a bucket that is not there',
      settings: () => ({ CAY_BLOBS_URL: locationOf({ ...bucket, bucket: 'not-there' }) }),
      words: /bucket "not-there" of CAY_BLOBS_URL does not exist/,
    },
  ])('$name ends the start at once, with one sentence', async ({ settings, words }) => {
    const said = await installation.up(settings()).then(String, String)
    expect(said).toMatch(words)
    expect(said.match(new RegExp(words, 'g'))).toHaveLength(1)
    expect(said).not.toMatch(/wrong-secret|owner-secret/)
    expect(await installation.exited()).not.toBe(0)
  })

  test('sandboxes, snapshots and builds live on a store without conditional writes', async () => {
    await installation.up()
    endpoints = await installation.endpoints()
    pointClientHere(endpoints)
    expect(await putUnlessPresent(bucket)).toBe(501)
    const sandbox = await create()
    await sandbox.pause()
    const resumed = await Sandbox.connect(sandbox.sandboxId)
    expect(await resumed.files.read('/home/user/note')).toBe(sandbox.sandboxId)
    const { snapshotId } = await resumed.createSnapshot()
    await resumed.kill()
    expect(await Sandbox.connect(sandbox.sandboxId).catch(String)).toMatch(/not found/i)
    const copy = await Sandbox.create(snapshotId)
    expect(await copy.files.read('/home/user/note')).toBe(sandbox.sandboxId)
    await copy.kill()
  })

  test('a pause waits for a store that is slow', async () => {
    const sandbox = await create()
    swift.pause()
    const paused = sandbox.pause()
    const early = await Promise.race([paused.then(() => 'paused'), sleep(2_000, 'waits')])
    swift.resume()
    await paused
    expect(early).toBe('waits')
    const resumed = await Sandbox.connect(sandbox.sandboxId)
    expect(await resumed.files.read('/home/user/note')).toBe(sandbox.sandboxId)
    await resumed.kill()
  })

  test.runIf(isLong)(
    'while the store does not answer for a minute only what needs it is refused, and may be tried again',
    {
      timeout: 240_000,
    },
    async () => {
      const [toPause, toCapture] = [await create(), await create()]
      const waiting = await Sandbox.create('base', { timeoutMs: 5_000, lifecycle: { onTimeout: 'pause' } })
      swift.pause()
      const isBack = sleep(60_000).then(() => swift.resume())
      const post = async (path: string) => {
        const headers = { 'X-API-Key': endpoints.apiKey, 'Content-Type': 'application/json' }
        const url = `${endpoints.apiUrl}/sandboxes/${path}`
        const { status, headers: received } = await fetch(url, { method: 'POST', headers, body: '{}' })
        return [status, received.get('retry-after')]
      }
      const refused = Promise.all([
        post(`${toPause.sandboxId}/pause`),
        post(`${toCapture.sandboxId}/snapshots`),
      ])
      for (let count = 0; count < 10; count++) {
        const other = await create()
        expect((await other.commands.run('echo runs')).stdout).toBe('runs\n')
        await other.setTimeout(600_000)
        await other.kill()
      }
      expect((await waiting.getInfo()).state).toBe('paused')
      expect(await refused).toEqual([
        [503, '5'],
        [503, '5'],
      ])
      for (const { sandboxId, files } of [toPause, toCapture])
        expect(await files.read('/home/user/note')).toBe(sandboxId)
      await isBack
      await toPause.pause()
      await toCapture.createSnapshot()
      const resumed = await Sandbox.connect(toPause.sandboxId)
      expect(await resumed.files.read('/home/user/note')).toBe(toPause.sandboxId)
      expect((await waiting.getInfo()).state).toBe('paused')
      await Promise.all([resumed, toCapture, waiting].map((sandbox) => sandbox.kill()))
    },
  )

  test('with the data directory deleted, everything comes back on a new one that has the settings only', {
    timeout: isLong ? 1_800_000 : 600_000,
  }, async () => {
    await Template.build(
      Template().fromTemplate('base').runCmd('echo built > /home/user/built'),
      'kept',
      sizes,
    )
    const paused: { readonly sandboxId: string; readonly pid: number }[] = []
    for (let count = 0; count < pausedCount; count++) {
      const sandbox = await create()
      const { pid } = await sandbox.commands.run('sleep 100000', { background: true, timeoutMs: 0 })
      if (count === 0) paused.push({ sandboxId: (await sandbox.createSnapshot()).snapshotId, pid })
      await sandbox.pause()
      paused.push({ sandboxId: sandbox.sandboxId, pid })
    }
    const [snapshot, ...sandboxes] = paused
    await untilBundledTemplatesAreStored(databaseUrl)
    await addOlderBase(databaseUrl)
    const before = await readKept(installation.dataDir)
    await installation.down()
    await rm(installation.dataDir, { recursive: true })
    await mkdir(installation.dataDir, { recursive: true })

    const startedMs = performance.now()
    await installation.up()
    const readyMs = performance.now() - startedMs
    expect(installation.output).toContain(
      'one that clients have; `cay key create NAME --team default` makes another',
    )
    expect(installation.output).toContain('took the egress authority from the database')
    expect(installation.output).toContain('fetching base from the object store')
    expect(await readKept(installation.dataDir)).toEqual(before)
    // The same key, which no file of this directory has.
    pointClientHere(endpoints)
    await expect.poll(() => countPaused(), { timeout: 60_000 }).toBe(pausedCount)
    const tookMs: number[] = []
    for (const { sandboxId, pid } of sandboxes) {
      const askedMs = performance.now()
      const sandbox = await Sandbox.connect(sandboxId)
      tookMs.push(performance.now() - askedMs)
      expect(await sandbox.files.read('/home/user/note')).toBe(sandboxId)
      expect((await sandbox.commands.list()).map((process) => process.pid)).toContain(pid)
      await sandbox.kill()
    }
    const copy = await Sandbox.create(snapshot?.sandboxId ?? '')
    expect((await copy.commands.list()).map((process) => process.pid)).toContain(snapshot?.pid)
    await copy.kill()
    const fromTemplate = await Sandbox.create('kept')
    expect(await fromTemplate.files.read('/home/user/built')).toBe('built\n')
    await fromTemplate.kill()
    const made = await installation.cay('key', 'create', 'after', '--team', 'default')
    expect([made.code, made.stdout]).toEqual([0, expect.stringContaining('e2b_')])
    if (isLong) console.log({ readyMs, resumeMs: tookMs.toSorted((a, b) => a - b) })
  })
})

function locationOf({ endpoint, bucket }: S3Location): string {
  return `s3://${endpoint.replace('http://', '')}/${bucket}/cay?tls=off`
}

/** A conditional write, as some programs need it; returns the status. */
async function putUnlessPresent({ endpoint, bucket }: S3Location): Promise<number> {
  const signer = new AwsV4Signer({
    ...{ method: 'PUT', url: `${endpoint}/${bucket}/conditional`, service: 's3', region: 'us-east-1' },
    headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', 'if-none-match': '*' },
    ...{ accessKeyId: swiftOwner.accessKey, secretAccessKey: swiftOwner.secretKey },
  })
  const { url, method, headers } = await signer.sign()
  return (await fetch(url, { method, headers })).status
}

async function countPaused(): Promise<number> {
  const found: string[] = []
  const pages = Sandbox.list({ query: { state: ['paused'] } })
  while (pages.hasNext) for (const { sandboxId } of await pages.nextItems()) found.push(sandboxId)
  return found.length
}

/** What sandboxes trust, and which build is `base`. */
async function readKept(dataDir: string): Promise<readonly [string, unknown]> {
  const { egressAuthority, templates } = dataLayout(dataDir)
  const aliases: { base?: unknown } = JSON.parse(await readFile(`${templates}/aliases.json`, 'utf8'))
  // Other bundled templates are built or fetched when they are first used.
  return [await readFile(`${egressAuthority}/certificate.pem`, 'utf8'), aliases.base]
}

/** A former build of `base`, which was used last and whose objects are not there: whoever fetches it has to build `base` again. */
async function addOlderBase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`do $$
      declare others text;
      begin
        select string_agg(quote_ident(column_name), ', ') into others from information_schema.columns
          where table_schema = current_schema() and table_name = 'artifacts'
            and column_name not in ('artifact_id', 'changed_at_ms');
        execute format('insert into artifacts (artifact_id, changed_at_ms, %1$s)
          select ''older'', changed_at_ms + 1000000, %1$s from artifacts
            where kind = ''build'' and alias = ''base'' order by changed_at_ms desc limit 1', others);
      end $$`)
  } finally {
    await client.end()
  }
}

/** They are stored in the background; without them the new directory would build them again. */
async function untilBundledTemplatesAreStored(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const stored = "select count(*)::int as count from artifacts where kind = 'build' and state = 'stored'"
    // That of the team, and `base`.
    await expect
      .poll(async () => (await client.query<{ count: number }>(stored)).rows[0]?.count, { timeout: 60_000 })
      .toBeGreaterThanOrEqual(2)
  } finally {
    await client.end()
  }
}
