/** Volumes in a directory that two nodes share, on a real machine. Each node has a mount of the directory of its own. */
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '@cay/kit/host/run.ts'
import { ensureMountNamespaceDirectory } from '@cay/orchestrator/edge/container/mounts.ts'
import { unmountVolumes } from '@cay/orchestrator/edge/volume/loop-volumes.ts'
import { DirectoryVolumes } from '@cay/orchestrator/edge/volume/shared-volumes.ts'
import { wireVolumes } from '@cay/orchestrator/wiring/wire-volumes.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

let root: string
let one: DirectoryVolumes
let other: DirectoryVolumes
let volumeId: string

/** The directory of a node is a mount of its own, as on another machine. */
async function openNode(nodeId: string): Promise<DirectoryVolumes> {
  const directory = `${root}/${nodeId}/shared`
  await mkdir(directory, { recursive: true })
  await run(['mount', '--bind', `${root}/exported`, directory])
  const mountPoints = `${root}/${nodeId}/volumes`
  const { volumes } = await wireVolumes({ directory, mountPoints, nodeId, reserveMb: 0 })
  return volumes as DirectoryVolumes
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cay-shared-'))
  await mkdir(`${root}/exported`)
  one = await openNode('one')
  other = await openNode('other')
  volumeId = randomUUID()
  await one.create(volumeId, 64)
})

afterEach(async () => {
  await unmountVolumes(root)
  await rm(root, { recursive: true })
})

const pathIn = async (volumes: DirectoryVolumes, name: string) => `${await volumes.open(volumeId)}/${name}`

test('what one node has written is there on the other one, which gets the volume when it was released', async () => {
  await one.attach(volumeId, 1)
  await writeFile(await pathIn(one, 'a'), 'written by one')
  await expect(other.attach(volumeId, 2)).rejects.toMatchObject({
    code: 'node_unavailable',
    message: expect.stringContaining('another machine'),
  })
  await one.detach(volumeId, 2)
  expect(await one.attached()).toEqual([])
  await other.attach(volumeId, 2)
  expect(await readFile(await pathIn(other, 'a'), 'utf8')).toBe('written by one')
  expect(await other.attached()).toEqual([volumeId])
  expect((await other.usage(volumeId)).usedFiles).toBeGreaterThan(0)
})

test('a node attaches again without a command what is its own, and nothing that was taken from it', async () => {
  await expect(one.open(volumeId)).rejects.toMatchObject({ code: 'stale_epoch' })
  await one.attach(volumeId, 1)
  // As when it is fenced, and control has not given it up.
  await one.detach(volumeId)
  await writeFile(await pathIn(one, 'a'), 'again')
  await one.detach(volumeId, 2)
  await expect(one.open(volumeId)).rejects.toMatchObject({ code: 'stale_epoch' })
  await expect(one.attach(volumeId, 1)).rejects.toMatchObject({ code: 'stale_epoch' })
  await other.attach(volumeId, 2)
  await other.detach(volumeId)
  await expect(one.open(volumeId)).rejects.toMatchObject({ code: 'stale_epoch' })
  await one.attach(volumeId, 3)
  expect(await readFile(await pathIn(one, 'a'), 'utf8')).toBe('again')
})

test('the lock of a volume outlives the service of its node, and ends with the mount', async () => {
  await one.attach(volumeId, 1)
  // Another instance, as after a kill: it adopts what is mounted.
  const restarted = new DirectoryVolumes({
    directory: `${root}/one/shared`,
    mountPoints: `${root}/one/volumes`,
    nodeId: 'one',
    reserveMb: 0,
  })
  await writeFile(await pathIn(restarted, 'a'), 'kept')
  await restarted.attach(volumeId, 1)
  await expect(other.attach(volumeId, 2)).rejects.toMatchObject({ code: 'node_unavailable' })
  await unmountVolumes(`${root}/one/volumes`)
  await expect
    .poll(() =>
      other.attach(volumeId, 2).then(
        () => 'attached',
        () => 'locked',
      ),
    )
    .toBe('attached')
  expect(await readFile(await pathIn(other, 'a'), 'utf8')).toBe('kept')
})

test('a volume that something on the node has open is not taken from it, and is whole there', async () => {
  await one.attach(volumeId, 1)
  const device = await one.holdDevice(volumeId)
  // As the namespace of a container does.
  const second = `${root}/container`
  await mkdir(second)
  await run(['mount', '-t', 'ext4', device.path, second])
  await device.close()
  await writeFile(`${second}/a`, 'by the container')
  await expect(one.detach(volumeId, 2)).rejects.toMatchObject({ code: 'volume_in_use' })
  expect(await readFile(await pathIn(one, 'a'), 'utf8')).toBe('by the container')
  await run(['umount', second])
  // A mount namespace that is being made on the machine may have a copy of the mount for a moment.
  const outcomeOf = () =>
    one.detach(volumeId, 2).then(
      () => 'detached',
      ({ code }) => code,
    )
  await expect.poll(outcomeOf).toBe('detached')
  await other.attach(volumeId, 2)
  expect(await readFile(await pathIn(other, 'a'), 'utf8')).toBe('by the container')
})

test('a mount namespace that was made while a volume was attached does not keep it', async () => {
  await one.attach(volumeId, 1)
  // As that of a slot.
  const slots = `${root}/slots`
  await ensureMountNamespaceDirectory(slots)
  await writeFile(`${slots}/slot`, '')
  await run(['unshare', '--propagation=slave', `--mount=${slots}/slot`, 'true'])
  await one.detach(volumeId, 2)
  await other.attach(volumeId, 2)
})

test('of two nodes that attach a volume at once one has it', async () => {
  const outcomes = await Promise.allSettled([one.attach(volumeId, 1), other.attach(volumeId, 2)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1)
  expect((await one.attached()).length + (await other.attached()).length).toBe(1)
})

test('a deleted volume leaves nothing in the directory, and one that is not there is told', async () => {
  await one.attach(volumeId, 1)
  await one.remove(volumeId)
  expect((await readdir(`${root}/exported`)).filter((name) => name.includes(volumeId))).toEqual([])
  await expect(other.attach(volumeId, 2)).rejects.toMatchObject({ code: 'not_found' })
  await other.remove(volumeId)
})
