/** Files that builds copy, as whoever means harm would send them, and what a team learns of another one's. */
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { manyFiles } from '@cay/builder/testing/many-files.ts'
import { tarOf } from '@cay/builder/testing/tar.ts'
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'
import { createTeam } from '../support/own-team.ts'

/** Keys of two teams. */
let ours: string
let theirs: string
/** Keys, by the templates that they have made. */
const made = new Map<string, string>()

beforeAll(async () => {
  pointClientHere()
  ours = inject('installation').apiKey
  theirs = (await createTeam()).endpoints.apiKey
})

afterAll(async () => {
  for (const [templateID, key] of made) await ask(key, 'DELETE', `/templates/${templateID}`)
})

interface Wanted {
  readonly key: string
  readonly hash: string
  /** Absent: nobody uploads any. */
  readonly archive?: Buffer
  readonly steps: readonly object[]
}

interface Ended {
  readonly status: string
  readonly reason: string
  readonly log: string
  /** What was said of the files before they were uploaded. */
  readonly wasPresent: boolean
  readonly reference: string
}

async function ask(key: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${inject('installation').apiUrl}${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(response.status, `${method} ${path}`).toBeLessThan(300)
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

interface Status {
  readonly status: string
  readonly reason?: { readonly message: string }
  readonly logEntries: readonly { readonly message: string }[]
}

/** As the official client does it, without its care for what it uploads. */
async function build({ key, hash, archive, steps }: Wanted): Promise<Ended> {
  const wanted = { name: 'uploads', cpuCount: 1, memoryMB: 512 }
  const created = await ask(key, 'POST', '/v3/templates', wanted)
  const { templateID, buildID } = created as { templateID: string; buildID: string }
  made.set(templateID, key)
  const link = await ask(key, 'GET', `/templates/${templateID}/files/${hash}`)
  const { present, url } = link as { present: boolean; url: string }
  if (archive !== undefined)
    expect((await fetch(url, { method: 'PUT', body: new Uint8Array(archive) })).status).toBe(200)
  const path = `/templates/${templateID}/builds/${buildID}`
  await ask(key, 'POST', `/v2${path}`, { fromTemplate: 'base', steps })
  const read = async () => (await ask(key, 'GET', `${path}/status`)) as Status
  await expect.poll(async () => (await read()).status, { timeout: 90_000 }).not.toBe('building')
  const { status, reason, logEntries } = await read()
  const log = logEntries.map(({ message }) => message).join('\n')
  return { status, reason: reason?.message ?? '', log, wasPresent: present, reference: buildID }
}

const newHash = () => randomBytes(32).toString('hex')
const copying = (filesHash: string) => ({ type: 'COPY', args: ['file', '/srv/file', '', ''], filesHash })

async function read(key: string, reference: string): Promise<string> {
  const sandbox = await Sandbox.create(`uploads:${reference}`, { apiKey: key })
  onTestFinished(async () => void (await sandbox.kill()))
  return (await sandbox.commands.run('cat /srv/file /home/user/when')).stdout
}

test('a team learns nothing of what another one has uploaded and built, by hash or by steps', async () => {
  const hash = newHash()
  const steps = [copying(hash), { type: 'RUN', args: ['date +%s%N > /home/user/when'] }]
  const archive = (content: string) => tarOf([{ name: 'file', content }])
  const first = await build({ key: ours, hash, archive: archive('ours '), steps })
  expect(first).toMatchObject({ status: 'ready', wasPresent: false })
  const again = await build({ key: ours, hash, steps })
  expect(again).toMatchObject({ status: 'ready', wasPresent: true })
  expect(again.log.match(/CACHED \[builder/g)).toHaveLength(2)

  const without = await build({ key: theirs, hash, steps })
  expect(without).toMatchObject({ status: 'error', wasPresent: false })
  expect(without.reason).toContain('were not uploaded')
  const own = await build({ key: theirs, hash, archive: archive('theirs '), steps })
  expect(own).toMatchObject({ status: 'ready', wasPresent: false })
  expect(own.log).not.toContain('CACHED')
  const [mine, other] = [await read(ours, first.reference), await read(theirs, own.reference)]
  expect(mine).toMatch(/^ours \d+\n$/)
  expect(other).toMatch(/^theirs \d+\n$/)
  expect(other.slice('theirs '.length)).not.toBe(mine.slice('ours '.length))
})

const outward = { name: 'out', type: '2', linkName: '/srv' }
const deepName = `${'d/'.repeat(1000)}file`

test.each<[string, Buffer, RegExp]>([
  [
    'says of itself that it is larger than the disk',
    gzipSync(tarOf([{ name: 'file', claimedSize: 2 ** 45 }])),
    /room for/,
  ],
  [
    'holds a path of a thousand directories and not what is copied',
    tarOf([
      { name: 'n', type: 'L', content: `${deepName}\0` },
      { name: 'short', content: 'x' },
    ]),
    /not among the files/,
  ],
  [
    'holds more files than the sandbox has memory for',
    gzipSync(Buffer.concat([...manyFiles(140_000)]), { level: 1 }),
    /more than 131072 entries/,
  ],
  ['is packed twice', gzipSync(gzipSync(tarOf([{ name: 'file' }]))), /the archive is refused/],
  ['leads upward', tarOf([{ name: '../../etc/cron.d/x', content: 'x' }]), /leads upward/],
  ['writes through a link', tarOf([outward, { name: 'out/file', content: 'x' }]), /is not among the files/],
  ['has a device', tarOf([{ name: 'file', type: '3' }]), /cannot be copied/],
])('an archive that %s fails its own step, with a reason', async (_, archive, why) => {
  const hash = newHash()
  const ended = await build({ key: ours, hash, archive, steps: [copying(hash)] })
  expect(ended.status).toBe('error')
  expect(ended.reason).toMatch(why)
  expect(ended.reason).not.toContain('internal')
})
