/** The loop devices of volumes while containers get them. */
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '@cay/kit/host/run.ts'
import { ensureMountNamespaceDirectory } from '@cay/orchestrator/edge/container/mounts.ts'
import { mountVolumesDirectory } from '@cay/orchestrator/edge/volume/attach-volumes.ts'
import { LoopVolumes, unmountVolumes } from '@cay/orchestrator/edge/volume/loop-volumes.ts'
import type { Container } from '@cay/orchestrator/ports/container.ts'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cay-devices-'))
  onTestFinished(async () => {
    await unmountVolumes(root)
    await rm(root, { recursive: true })
  })
})

/** What a container has of a slot: a mount namespace. */
async function makeContainer(volumeId: string): Promise<Container> {
  const slots = `${root}/slots`
  await ensureMountNamespaceDirectory(slots)
  const mountNamespacePath = `${slots}/slot`
  await writeFile(mountNamespacePath, '')
  await run(['unshare', '--propagation=slave', `--mount=${mountNamespacePath}`, 'true'])
  const directory = `${root}/container`
  await mkdir(directory)
  return {
    id: 'c1',
    directory,
    slot: { index: 0, netns: '', netnsPath: '', mountNamespacePath, address: '' },
    resources: { cpuCount: 1, memoryMb: 512, diskSizeMb: 1024 },
    rootfs: '',
    volumes: [volumeId],
  }
}

test('a sandbox got the volume of another team that was given the device of its own while that was deleted by force', async () => {
  const places = { images: `${root}/volumes`, mountPoints: `${root}/volumes`, reserveMb: 0 }
  const [mine, theirs] = [randomUUID(), randomUUID()]
  /** Between the look for a device and its mount. */
  class Interrupted extends LoopVolumes {
    override async holdDevice(volumeId: string) {
      const device = await super.holdDevice(volumeId)
      await this.remove(volumeId)
      await writeFile(`${await this.open(theirs)}/theirs`, '')
      return device
    }
  }
  const volumes = new Interrupted(places)
  for (const volumeId of [mine, theirs]) await volumes.create(volumeId, 64)
  await writeFile(`${await volumes.open(mine)}/mine`, '')
  const container = await makeContainer(mine)
  await mountVolumesDirectory(volumes, container)
  const enter = ['nsenter', `--mount=${container.slot.mountNamespacePath}`, '--']
  const { stdout } = await run([...enter, 'ls', '/run/cay-volumes/0'])
  expect(stdout).toBe('mine\n')
})

test('a volume that was deleted has no device', async () => {
  const volumes = new LoopVolumes({ images: `${root}/volumes`, mountPoints: `${root}/volumes`, reserveMb: 0 })
  const volumeId = randomUUID()
  await volumes.create(volumeId, 64)
  await (await volumes.holdDevice(volumeId)).close()
  await volumes.remove(volumeId)
  await expect(volumes.holdDevice(volumeId)).rejects.toMatchObject({ code: 'not_found' })
})
