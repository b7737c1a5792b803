/** What volumes are in sandboxes, on a real machine. */
import { randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ResumeSandboxResponse_Source as ResumeSource } from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import { FileRecords } from '@cay/orchestrator/edge/sandbox/file-records.ts'
import { removeVolumesMountPoint } from '@cay/orchestrator/edge/volume/loop-volumes.ts'
import { connectVolumes } from '@cay/orchestrator/testing/volume-client.ts'
import { machineLayout } from '@cay/orchestrator/wiring/wire-machine.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { present, StandaloneOrchestrator } from '../support/standalone-orchestrator.ts'

let node: StandaloneOrchestrator
/** Where volumes lie. */
let directory: string
let volumes: ReturnType<typeof connectVolumes>
const volumeId = randomUUID()
const volumeMounts = [{ volumeId, path: '/mnt/shared' }]

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-volumes-'))
  const pool = { CAY_POOL_SIZE: '1', CAY_POOL_MAX: '2', CAY_POOL_CREATED: '0' }
  const settings = { CAY_MAX_FROZEN_COPIES: '1', CAY_VOLUMES_DIR: directory, ...pool }
  node = await StandaloneOrchestrator.start('volumes', settings)
  volumes = connectVolumes(dataLayout(node.dataDir).orchestratorSocket)
  await volumes.createVolume({ volumeId, sizeMb: 64 })
})

afterAll(async () => {
  await node?.remove()
  await rm(directory, { recursive: true })
})

async function create() {
  const sandbox = await node.create({ volumeMounts })
  const guest = node.guest(sandbox)
  const sh = async (command: string, user = 'user') => {
    const { stdout, stderr, exitCode } = await guest.runCommand(user, command)
    return exitCode === 0 ? stdout.trim() : `${exitCode}: ${stderr.trim()}`
  }
  return { ...sandbox, sh }
}

const checkpoints = () => readdir(`${node.dataDir}/volume-checkpoints`).catch(() => [] as string[])
const isBuilding = (name: string) => name.startsWith('.')

/** Containers with the directory of volumes that wait for a sandbox. */
async function pooledForVolumes(): Promise<string[]> {
  const { records } = await new FileRecords(machineLayout(node.dataDir)).list()
  return records
    .filter(({ claim, container }) => claim === undefined && container.volumes !== undefined)
    .map(({ container }) => container.id)
}

/** The first one whose container had been waiting. */
async function createFromPool(): Promise<Awaited<ReturnType<typeof create>>> {
  const found = await vi.waitUntil(
    async () => {
      const pooled = await pooledForVolumes()
      const sandbox = await create()
      const [container = ''] = await containersOf(sandbox.sandboxId)
      return pooled.includes(container) ? sandbox : undefined
    },
    { timeout: 60_000, interval: 500 },
  )
  return present(found)
}

test('sandboxes with volumes are restored once their template has a checkpoint for them, and come from the pool', async () => {
  const { sh: first } = await create()
  await first('echo first > /mnt/shared/restored')
  await expect.poll(async () => (await checkpoints()).map(isBuilding), { timeout: 60_000 }).toEqual([false])
  await expect.poll(pooledForVolumes, { timeout: 60_000 }).not.toEqual([])
  // Another installation of the machine that is taken down leaves the directory to this one.
  await removeVolumesMountPoint(`${node.dataDir}-another`)
  const fromPool = await createFromPool()
  expect(
    await fromPool.sh('mount | grep /mnt/shared; cat /mnt/shared/restored; stat -c %u /mnt/shared'),
  ).toMatch(/^\S+ on \/mnt\/shared type \S+ .*\nfirst\n0$/)
  await fromPool.sh('echo from the pool > /mnt/shared/pooled')
  expect(await first('cat /mnt/shared/pooled')).toBe('from the pool')
  // Nowhere but in the sandbox.
  expect(await readdir('/run/cay-volumes')).not.toContain('0')
  const [one, other] = await Promise.all([create(), create()])
  expect(await one.sh('cat /mnt/shared/restored; echo second > /mnt/shared/restored')).toBe('first')
  expect(await other.sh('cat /mnt/shared/restored; mount | grep -c /mnt/shared')).toBe('second\n1')
  // One that cannot be restored is removed, by a create or by the pool; what waits already is used.
  const [name = ''] = await checkpoints()
  await writeFile(`${node.dataDir}/volume-checkpoints/${name}/checkpoint.img`, 'damaged')
  const { sh } = await create()
  expect(await sh('cat /mnt/shared/restored; rm /mnt/shared/restored /mnt/shared/pooled')).toBe('second')
  await expect.poll(checkpoints, { timeout: 30_000 }).toEqual([])
  expect(await (await create()).sh('ls /mnt/shared')).toBe('')
})

test('two running sandboxes see the closed files of each other at once', async () => {
  const [one, other] = await Promise.all([create(), create()])
  expect(await one.sh('mount | grep -c /mnt/shared')).toBe('1')
  expect(await other.sh('cat /mnt/shared/a')).toContain('No such file')
  expect(await one.sh('echo first > /mnt/shared/a')).toBe('')
  expect(await other.sh('cat /mnt/shared/a; echo second >> /mnt/shared/a')).toBe('first')
  expect(await one.sh('cat /mnt/shared/a; mv /mnt/shared/a /mnt/shared/b')).toBe('first\nsecond')
  expect(await other.sh('ls /mnt/shared')).toBe('b')
})

test('volumes lie in the directory that CAY_VOLUMES_DIR names', async () => {
  expect(await readdir(directory)).toContain(`${volumeId}.ext4`)
  expect(await readdir(`${node.dataDir}/volumes`)).not.toContain(`${volumeId}.ext4`)
})

test('a program on a volume that is setuid to root gains no rights by that, in no sandbox', async () => {
  const { sh } = await create()
  await sh('cp /usr/bin/id /mnt/shared/id; chown root:root /mnt/shared/id; chmod 6755 /mnt/shared/id', 'root')
  expect(await sh('stat -c %u:%g:%a /mnt/shared/id')).toBe('0:0:6755')
  const own = await sh('id -u; id -g')
  expect(own).not.toMatch(/^0$/m)
  expect(await sh('/mnt/shared/id -u; /mnt/shared/id -g')).toBe(own)
  const { sh: other } = await create()
  expect(await other('/mnt/shared/id -u; /mnt/shared/id -g; rm -f /mnt/shared/id')).toBe(own)
})

test('files of a volume belong to nobody on the node, and devices cannot be made', async () => {
  const { sh } = await create()
  expect(await sh('echo x > /mnt/shared/root; chmod 4755 /mnt/shared/root', 'root')).toBe('')
  expect(await sh('mknod /mnt/shared/null c 1 3', 'root')).toContain('not permitted')
  const { uid } = statSync(`${node.dataDir}/volumes/${volumeId}/root`)
  expect(uid).toBe(0x7000_0000)
  const { sh: other } = await create()
  expect(await other('stat -c %u:%a /mnt/shared/root')).toBe('0:4755')
})

/** Ids of the containers whose records name the sandbox. */
async function containersOf(sandboxId: string): Promise<string[]> {
  const directory = `${node.dataDir}/containers`
  const read = async (id: string) =>
    await readFile(`${directory}/${id}/record.json`, 'utf8').catch((error: unknown) => {
      if (isErrno(error, 'ENOENT')) return ''
      throw error
    })
  const ids = await readdir(directory)
  const records = await Promise.all(ids.map(read))
  return ids.filter((_, index) => records[index]?.includes(sandboxId))
}

test('a sandbox has its volume, with open files and working directories, after a pause', async () => {
  const sandbox = await create()
  const { sandboxId } = sandbox
  const start =
    'cd /mnt/shared; exec 3<>log; echo before >&3; sleep 1; echo $$ >&3; while sleep 0.1; do [ -e go ] && echo after >&3 && break; done'
  void sandbox.sh(start).catch(() => undefined)
  await expect.poll(() => sandbox.sh('cat /mnt/shared/log')).toContain('before')
  await node.client.pauseSandbox({ sandboxId })
  // With room for one frozen copy, this takes that of the first away.
  await node.client.pauseSandbox({ sandboxId: (await node.create()).sandboxId })
  await expect.poll(() => containersOf(sandboxId)).toEqual([])
  const answer = await node.client.resumeSandbox({ sandboxId, timeoutSeconds: 600 })
  expect(answer.source).toBe(ResumeSource.RESTORE)
  const resumed = node.guest(present(answer.sandbox))
  await resumed.runCommand('user', 'touch /mnt/shared/go')
  await expect
    .poll(async () => (await resumed.runCommand('user', 'cat /mnt/shared/log')).stdout)
    .toContain('after')
})

test('a pause without memory, and a resume, keep the volume', async () => {
  const { sh, sandboxId } = await create()
  await sh('echo kept > /mnt/shared/files-only')
  await node.client.pauseSandbox({ sandboxId, filesOnly: true })
  const { sandbox } = await node.client.resumeSandbox({ sandboxId, timeoutSeconds: 600 })
  const { stdout } = await node.guest(present(sandbox)).runCommand('user', 'cat /mnt/shared/files-only')
  expect(stdout).toBe('kept\n')
})

test('a file that is deleted and open prevents the pause, which says so, and the sandbox goes on', async () => {
  const { sh, sandboxId } = await create()
  void sh('exec 3> /mnt/shared/gone; rm /mnt/shared/gone; touch /tmp/open; sleep 600').catch(() => undefined)
  await expect.poll(() => sh('ls /tmp/open')).toBe('/tmp/open')
  await expect(node.client.pauseSandbox({ sandboxId })).rejects.toThrow(/file "gone" of a volume/)
  expect(await sh('echo alive')).toBe('alive')
})

test('a copy made of a snapshot has the volumes that it is given, at their places', async () => {
  const source = await create()
  await source.sh('echo original > /mnt/shared/which')
  const snapshotId = randomUUID()
  await node.client.captureSandbox({ sandboxId: source.sandboxId, snapshotId })
  const otherId = randomUUID()
  await volumes.createVolume({ volumeId: otherId, sizeMb: 64 })
  const { templateId } = source
  const from = { templateId, buildId: snapshotId, keepEnvVars: true }
  const copy = await node.create({ ...from, volumeMounts })
  const run = async (one: Parameters<typeof node.guest>[0], command: string) =>
    (await node.guest(one).runCommand('user', command)).stdout
  expect(await run(copy, 'cat /mnt/shared/which')).toBe('original\n')
  const moved = await node.create({ ...from, volumeMounts: [{ volumeId: otherId, path: '/mnt/moved' }] })
  expect(await run(moved, 'ls /mnt/moved; mount | grep -c /mnt/shared; echo new > /mnt/moved/f')).toBe('0\n')
  const without = await node.create(from)
  expect(await run(without, 'mount | grep -c /mnt/shared; ls /run/cay/volumes/0')).toBe('0\n')
})

test('a full volume is full for the sandbox alone', async () => {
  const { sh } = await create()
  expect(await sh('head -c 100M /dev/zero > /mnt/shared/full')).toContain('No space left')
  await sh('rm /mnt/shared/full')
  expect(await sh('echo fine > /mnt/shared/after; cat /mnt/shared/after')).toBe('fine')
})

test('a volume survives the end of its sandbox and kill -9 of the node', async () => {
  const { sh, sandboxId } = await create()
  await sh('echo durable > /mnt/shared/durable')
  await node.client.killSandbox({ sandboxId })
  const running = await create()
  await node.stop('SIGKILL')
  await node.start()
  expect(await running.sh('cat /mnt/shared/durable; echo more >> /mnt/shared/durable')).toBe('durable')
  expect(await (await create()).sh('cat /mnt/shared/durable')).toBe('durable\nmore')
})

interface ContentResponse {
  readonly status: number
  readonly text: string
}

/** A call of the content API, as control passes it on. */
const content = (method: string, path: string, body?: string) => contentOf(volumeId, method, path, body)

function contentOf(
  id: string,
  ...[method, path, body]: readonly [string, string, string?]
): Promise<ContentResponse> {
  const socketPath = dataLayout(node.dataDir).orchestratorSocket
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath, method, path: `/volumecontent/${id}/${path}` }, async (answer) => {
      let text = ''
      for await (const piece of answer.setEncoding('utf8')) text += String(piece)
      resolve({ status: answer.statusCode ?? 0, text })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

test('the content API shares files with sandboxes', async () => {
  const { sh } = await create()
  expect(await content('PUT', 'file?path=/up/loaded&force=true', 'uploaded')).toMatchObject({ status: 201 })
  expect(await sh('cat /mnt/shared/up/loaded; stat -c %u:%g:%a /mnt/shared/up/loaded')).toBe(
    'uploaded9090:9090:666',
  )
  await sh('echo of the sandbox > /mnt/shared/up/own')
  expect(await content('GET', 'file?path=up/own')).toEqual({ status: 200, text: 'of the sandbox\n' })
  expect((await content('GET', 'dir?path=/up')).text).toContain('"path":"/up/own"')
})

test.each(['/etc/passwd', '../../../../../../../etc/passwd', '/proc/1/root/etc/passwd'])(
  'a link to %s leads the content API nowhere out of the volume',
  async (target) => {
    const { sh } = await create()
    await sh(
      `rm -rf /mnt/shared/link /mnt/shared/out; ln -s ${target} /mnt/shared/link; ln -s / /mnt/shared/out`,
    )
    expect(await content('GET', 'file?path=/link')).toMatchObject({ status: 404 })
    expect(await content('GET', 'file?path=/out/etc/passwd')).toMatchObject({ status: 404 })
    expect(await content('GET', 'file?path=/../../../etc/passwd')).toMatchObject({ status: 404 })
    expect(await content('PUT', 'file?path=/out/planted&force=true', 'x')).toMatchObject({ status: 201 })
    expect(await sh('cat /mnt/shared/planted')).toBe('x')
  },
)

test('a sandbox that swaps a directory for a link to / meanwhile leads no upload out of the volume', async () => {
  const { sh } = await create()
  const swap =
    'cd /mnt/shared; mkdir -p d; touch swapping; while [ -e swapping ]; do mv d e; ln -s / d; rm d; mv e d; done'
  const swapping = sh(swap)
  await expect.poll(() => sh('ls /mnt/shared/swapping')).toBe('/mnt/shared/swapping')
  const name = `planted-${randomUUID()}`
  const uploads = Array.from({ length: 60 }, async (_, index) => {
    return await content('PUT', `file?path=/d/${name}-${index}`, 'x')
  })
  const statuses = new Set((await Promise.all(uploads)).map(({ status }) => status))
  await sh('rm /mnt/shared/swapping')
  await swapping
  // In the directory, at the top of the volume, or nowhere; never on the node.
  for (const status of statuses) expect([201, 404, 400]).toContain(status)
  expect((await readdir('/')).filter((each) => each.startsWith('planted-'))).toEqual([])
  expect(await sh('find /mnt/shared -name ".upload-*"')).toBe('')
  await sh('cd /mnt/shared; rm -rf d e planted-*')
})

test('names and paths that are too long are refused', async () => {
  expect((await content('PUT', `file?path=/${'n'.repeat(256)}`, 'x')).status).toBe(400)
  expect((await content('GET', `path?path=/${'n/'.repeat(2100)}`)).status).toBe(400)
  expect((await content('PUT', 'file?path=/a%00b', 'x')).status).toBe(400)
})

test('the content API says 507 when the volume is full', async () => {
  const body = 'x'.repeat(80 * 1024 * 1024)
  expect(await content('PUT', 'file?path=/big', body)).toMatchObject({ status: 507 })
  expect((await content('GET', 'dir?path=/')).text).not.toContain('upload')
})

test('a volume has a limited number of files: ENOSPC in the sandbox, 507 from the content API', async () => {
  const id = randomUUID()
  await volumes.createVolume({ volumeId: id, sizeMb: 64 })
  const guest = node.guest(await node.create({ volumeMounts: [{ volumeId: id, path: '/mnt/full' }] }))
  const put = (name: string, more = '') => contentOf(id, 'PUT', `file?path=/${name}${more}`, 'new')
  expect(await put('kept')).toMatchObject({ status: 201 })
  // Most of them on the node, where a file takes microseconds.
  const { totalFiles, usedFiles } = await volumes.describeVolume({ volumeId: id })
  const many = `${node.dataDir}/volumes/${id}/many`
  mkdirSync(many)
  for (let left = Number(totalFiles - usedFiles) - 20; left > 0; left--)
    closeSync(openSync(`${many}/${left}`, 'w'))
  const fill = 'cd /mnt/full; for name in $(seq 40); do : > $name || break; done; mkdir none'
  const { stderr } = await guest.runCommand('user', fill)
  expect(stderr.match(/No space left on device/g)).toHaveLength(2)
  const full = await volumes.describeVolume({ volumeId: id })
  expect(full).toMatchObject({ totalFiles, usedFiles: totalFiles })
  expect(full.usedBytes).toBeLessThan(full.totalBytes / 2n)
  for (const answer of [await put('more'), await put('kept', '&force=true'), await put('a/b', '&force=true')])
    expect(answer).toMatchObject({ status: 507, text: expect.stringContaining('disk_full') })
  expect(await contentOf(id, 'POST', 'dir?path=/directory')).toMatchObject({ status: 507 })
  expect(await contentOf(id, 'GET', 'file?path=/kept')).toEqual({ status: 200, text: 'new' })
  await guest.runCommand('user', 'rm /mnt/full/1')
  expect(await put('more')).toMatchObject({ status: 201 })
})
