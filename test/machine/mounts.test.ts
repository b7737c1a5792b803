/** What is mounted on the node for sandboxes and volumes, and what a mount in a sandbox keeps from its users. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { ignoreMissing } from '@cay/kit/host/errno.ts'
import { type Mount, parseMounts } from '@cay/kit/host/mountinfo.ts'
import { run } from '@cay/kit/host/run.ts'
import { connectVolumes } from '@cay/orchestrator/testing/volume-client.ts'
import { machineLayout } from '@cay/orchestrator/wiring/wire-machine.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StandaloneOrchestrator } from '../support/standalone-orchestrator.ts'

let node: StandaloneOrchestrator
/** Where volumes lie. */
let directory: string
let sh: (user: string, command: string) => Promise<string>
const volumeId = randomUUID()

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-volumes-'))
  node = await StandaloneOrchestrator.start('mounts', { CAY_VOLUMES_DIR: directory, CAY_POOL_SIZE: '1' })
  await connectVolumes(dataLayout(node.dataDir).orchestratorSocket).createVolume({ volumeId, sizeMb: 64 })
  await node.create()
  const guest = node.guest(await node.create({ volumeMounts: [{ volumeId, path: '/mnt/shared' }] }))
  sh = async (user, command) => {
    const { stdout, stderr, exitCode } = await guest.runCommand(user, command)
    if (exitCode !== 0) throw new Error(`${command}: ${exitCode}: ${stderr}`)
    return stdout.trim()
  }
})

afterAll(async () => {
  await node?.remove()
  await rm(directory, { recursive: true })
})

/** Devices whose content is a file of the installation. */
async function loopDevices(): Promise<Set<string>> {
  const names = (await readdir('/sys/block')).filter((name) => name.startsWith('loop'))
  const backed = await Promise.all(
    names.map(async (name) => {
      const file = (await readFile(`/sys/block/${name}/loop/backing_file`, 'utf8').catch(ignoreMissing)) ?? ''
      return file.startsWith(`${node.dataDir}/`) || file.startsWith(`${directory}/`) ? [`/dev/${name}`] : []
    }),
  )
  return new Set(backed.flat())
}

/** In the mount namespace of the node and in those of all slots. */
async function mountsOfInstallation(): Promise<readonly Mount[]> {
  const devices = await loopDevices()
  const below = [`${node.dataDir}/`, `${directory}/`, '/run/cay-volumes']
  const { mountNamespaces } = machineLayout(node.dataDir)
  const slots = await readdir(mountNamespaces)
  expect(slots.length).toBeGreaterThan(1)
  const texts = await Promise.all([
    readFile('/proc/self/mountinfo', 'utf8'),
    ...slots.map(async (slot) => {
      const { stdout } = await run([
        ...['nsenter', `--mount=${mountNamespaces}/${slot}`, '--'],
        ...['cat', '/proc/self/mountinfo'],
      ])
      return stdout
    }),
  ])
  return texts
    .flatMap(parseMounts)
    .filter(
      ({ mountPoint, device }) => devices.has(device) || below.some((path) => mountPoint.startsWith(path)),
    )
}

test('on no mount of the installation do programs gain rights or devices open', async () => {
  const mounts = await mountsOfInstallation()
  const types = new Set(mounts.map(({ filesystemType }) => filesystemType))
  expect([...types]).toEqual(expect.arrayContaining(['ext4', 'tmpfs', 'nsfs']))
  for (const device of await loopDevices()) expect(mounts.map((mount) => mount.device)).toContain(device)
  for (const mount of mounts) {
    // A namespace is no file system, and takes no options.
    if (mount.filesystemType === 'nsfs') continue
    expect(mount.options, mount.mountPoint).toEqual(expect.arrayContaining(['nosuid', 'nodev']))
    if (mount.filesystemType === 'tmpfs') expect(mount.options, mount.mountPoint).toContain('noexec')
  }
})

interface Attempts {
  readonly results: Readonly<Record<string, string>>
  /** By attempt: the files that it changed. */
  readonly changed: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

describe('files in a sandbox that are not to be changed', () => {
  beforeAll(async () => {
    const program = await readFile(new URL('../support/change-read-only.py', import.meta.url), 'utf8')
    await sh('root', `cat > /tmp/change-read-only.py <<'END'\n${program}\nEND`)
  })

  const attempt = async (user: string, ...directories: string[]): Promise<Attempts> =>
    JSON.parse(await sh(user, `python3 /tmp/change-read-only.py ${directories.join(' ')}`)) as Attempts

  /** `open` is for everybody, `closed` for root alone. */
  async function prepare(path: string, mode: string): Promise<void> {
    await sh(
      'root',
      `rm -rf ${path}; mkdir -p ${path} /mnt/shared/out; chmod ${mode} ${path}; chmod 777 /mnt/shared /mnt/shared/out; cd ${path}
       for i in open closed; do printf content > $i; done; chmod 666 open; chmod 444 closed; ln -s open link`,
    )
  }

  test.each(['/mnt/shared/modes', '/opt/modes'])(
    'a user changes no file in %s that its mode and directory close, whatever opens it',
    async (path) => {
      await prepare(path, '755')
      await sh('root', `chmod 644 ${path}/open`)
      const { changed, results } = await attempt('user', path, path, '/tmp')
      expect(changed).toEqual({})
      expect(results['closed: open O_RDONLY|O_TRUNC']).toBe('EACCES')
      expect(results['open: open O_RDONLY|O_TRUNC']).toBe('EACCES')
    },
  )

  test.each(['user', 'root'])(
    '%s changes nothing through a read-only mount of the root file system',
    async (user) => {
      await prepare('/opt/mounted', '777')
      await sh(
        'root',
        'mkdir -p /opt/read; mount --bind /opt/mounted /opt/read; mount -o remount,bind,ro /opt/read',
      )
      try {
        expect((await attempt(user, '/opt/read', '/opt/mounted', '/tmp')).changed).toEqual({})
      } finally {
        await sh('root', 'umount /opt/read')
      }
    },
  )

  test.each(['user', 'root'])(
    '%s changes nothing through a read-only mount of a volume but by O_TRUNC, and that only in files that the mode opens',
    async (user) => {
      await prepare('/mnt/shared/mounted', '777')
      const mount = 'mount --bind /mnt/shared/mounted /mnt/read; mount -o remount,bind,ro /mnt/read'
      await sh('root', `mkdir -p /mnt/read; ${mount}`)
      try {
        const { changed } = await attempt(user, '/mnt/read', '/mnt/shared/mounted', '/mnt/shared/out')
        const byTruncation = /O_TRUNC|: creat$|: open by \/proc/
        expect(Object.keys(changed).filter((name) => !byTruncation.test(name))).toEqual([])
        const files = new Set(Object.values(changed).flatMap((each) => Object.keys(each)))
        if (user === 'user') expect([...files].filter((name) => name !== 'open')).toEqual([])
      } finally {
        await sh('root', 'umount /mnt/read')
      }
    },
  )

  test('what the node reads in a volume is what the sandbox was allowed to write', async () => {
    const path = `${node.dataDir}/volumes/${volumeId}/modes`
    expect(await readFile(`${path}/closed`, 'utf8')).toBe('content')
    expect(await readFile(`${path}/open`, 'utf8')).toBe('content')
  })

  test.each(['/proc/sys/kernel/random/boot_id', '/proc/cpuinfo', '/proc/stat', '/etc/passwd', '/usr/bin/id'])(
    'a user cannot empty %s, which root of the sandbox has put there',
    async (path) => {
      const open = `python3 -c 'import os; os.open("${path}", os.O_RDONLY | os.O_TRUNC)'`
      const size = `wc -c < ${path}`
      expect(await sh('user', `${open} 2>&1 | tail -1`)).toContain('PermissionError')
      expect(Number(await sh('user', size))).toBeGreaterThan(0)
    },
  )
})
