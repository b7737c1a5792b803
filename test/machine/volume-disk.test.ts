/** Volumes on a disk that others fill: writes are refused before the reserve of the node is gone. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, statfs, truncate, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { run } from '@cay/kit/host/run.ts'
import { connectVolumes } from '@cay/orchestrator/testing/volume-client.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StandaloneOrchestrator } from '../support/standalone-orchestrator.ts'

const mb = 1024 * 1024
const diskMb = 1600
const reserveMb = 1024
/** More than there is. */
const muchMb = 4000

let node: StandaloneOrchestrator
let place: string
/** Free before anything was written. */
let emptyMb: number
/** A small disk, on which volumes promise more than there is. */
let disk: string
let volumes: ReturnType<typeof connectVolumes>
const [own, other] = [randomUUID(), randomUUID()]

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'cay-disk-'))
  disk = join(place, 'disk')
  await writeFile(join(place, 'image'), '')
  await truncate(join(place, 'image'), diskMb * mb)
  await run(['mkfs.ext4', '-q', '-F', '-m', '0', join(place, 'image')])
  await mkdir(disk)
  await run(['mount', '-o', 'loop', join(place, 'image'), disk])
  const pool = { CAY_POOL_SIZE: '1', CAY_POOL_MAX: '2', CAY_POOL_CREATED: '0' }
  const settings = { CAY_VOLUMES_DIR: disk, CAY_DISK_RESERVE_MB: String(reserveMb), ...pool }
  node = await StandaloneOrchestrator.start('volume-disk', settings)
  volumes = connectVolumes(dataLayout(node.dataDir).orchestratorSocket)
  for (const volumeId of [own, other]) await volumes.createVolume({ volumeId, sizeMb: 4096 })
  emptyMb = await freeMb()
})

afterAll(async () => {
  await node?.remove()
  await run(['umount', '--lazy', disk])
  await rm(place, { recursive: true })
})

const freeMb = async () => {
  const { bavail, bsize } = await statfs(disk)
  return (bavail * bsize) / mb
}

/** Sends a body in pieces, without its length, until it is refused or sent. */
async function upload(volumeId: string, sizeMb: number, lengthMb?: number) {
  const path = `/volumecontent/${volumeId}/file?path=/uploaded&force=true`
  const socketPath = dataLayout(node.dataDir).orchestratorSocket
  const headers = lengthMb === undefined ? {} : { 'content-length': String(lengthMb * mb) }
  const outgoing = request({ socketPath, method: 'PUT', path, headers, agent: false })
  outgoing.on('error', () => undefined)
  const answered = once(outgoing, 'response')
  let isOver = false
  const over = answered.then(() => {
    isOver = true
  })
  for (let sent = 0; !isOver && sent < sizeMb; sent++)
    if (!outgoing.write(Buffer.alloc(mb, sent))) await Promise.race([once(outgoing, 'drain'), over])
  if (!isOver) outgoing.end()
  const [response] = await answered
  const body = await text(response)
  outgoing.destroy()
  return { status: response.statusCode, body }
}

const removeUploaded = (volumeId: string) =>
  new Promise((resolve) => {
    const path = `/volumecontent/${volumeId}/path?path=/uploaded`
    const socketPath = dataLayout(node.dataDir).orchestratorSocket
    request({ socketPath, method: 'DELETE', path, agent: false }, resolve).end()
  })

const full = { status: 507, body: expect.stringContaining('node_disk_full') }

test('uploads without a length are refused before the reserve is gone, one or several at once, and leave nothing', async () => {
  expect(await upload(own, muchMb, muchMb)).toMatchObject(full)
  expect(await upload(own, muchMb)).toMatchObject(full)
  expect(await freeMb()).toBeGreaterThan(reserveMb)
  await expect.poll(freeMb, { timeout: 60_000 }).toBeGreaterThan(emptyMb - 50)
  const several = await Promise.all([own, own, other, other].map((volumeId) => upload(volumeId, muchMb)))
  for (const each of several) expect(each).toMatchObject(full)
  expect(await freeMb()).toBeGreaterThan(reserveMb)
  await expect.poll(freeMb, { timeout: 60_000 }).toBeGreaterThan(emptyMb - 50)
  // What was removed counts until the disk has written it back.
  await expect.poll(async () => (await upload(own, 100, 100)).status, { timeout: 60_000 }).toBe(201)
  await expect.poll(async () => (await upload(other, 5)).status, { timeout: 60_000 }).toBe(201)
  for (const volumeId of [own, other]) await removeUploaded(volumeId)
  await expect.poll(freeMb, { timeout: 60_000 }).toBeGreaterThan(emptyMb - 50)
})

test('a sandbox that writes gets ENOSPC before the reserve is gone, deletes, and writes again; other volumes stay whole', async () => {
  const create = async (volumeId: string) => {
    const guest = node.guest(await node.create({ volumeMounts: [{ volumeId, path: '/mnt' }] }))
    return (command: string) => guest.runCommand('user', command)
  }
  const [greedy, neighbour] = [await create(own), await create(other)]
  await neighbour('echo before > /mnt/file && sync')
  const filled = await greedy('dd if=/dev/zero of=/mnt/much bs=1M count=4000')
  expect(filled.exitCode).not.toBe(0)
  expect(filled.stderr).toContain('No space left on device')
  await run(['sync', '--file-system', disk])
  expect(await freeMb()).toBeGreaterThan(0)
  expect(await neighbour('cat /mnt/file')).toMatchObject({ stdout: 'before\n', exitCode: 0 })
  expect(await upload(other, 1)).toMatchObject({ status: 507 })
  expect((await greedy('rm /mnt/much')).exitCode).toBe(0)
  await expect
    .poll(async () => (await neighbour('head -c 1000000 /dev/zero > /mnt/more && sync')).exitCode, {
      timeout: 60_000,
    })
    .toBe(0)
})
