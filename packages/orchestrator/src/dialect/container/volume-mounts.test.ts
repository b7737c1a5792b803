import { expect, test } from 'vitest'
import type { Container } from '../../ports/container.ts'
import { renderContainerSpec } from './container-spec.ts'
import { renderVolumeMounts, volumesDirectoryMount, volumesMountPoint } from './volume-mounts.ts'

const container: Container = {
  id: 'c1',
  directory: '/data/containers/c1',
  slot: {
    ...{ index: 0, netns: 'cay0-0', netnsPath: '/run/netns/cay0-0' },
    ...{ mountNamespacePath: '/m/cay0-0', address: '198.18.0.2' },
  },
  resources: { cpuCount: 1, memoryMb: 512, diskSizeMb: 1024 },
  rootfs: '/data/rootfs.erofs',
  volumes: ['one', null],
}
const paths = { emptyRoot: '/root', disk: '/disk', cgroup: '/cay0/c1' }

test('volumes are mounted without setuid programs and devices, in the order of their index', () => {
  expect(volumesDirectoryMount).toBe(
    'cay /run/cay-volumes tmpfs nosuid,nodev,size=64k,mode=0755,noexec,X-mount.mkdir,shared 0 0\n',
  )
  expect(renderVolumeMounts(['one', null], (id) => `/dev/${id}`).split('\n')).toEqual([
    '/dev/one /run/cay-volumes/0 ext4 nosuid,nodev,noatime,discard,X-mount.mkdir 0 0',
    'cay /run/cay-volumes/1 tmpfs nosuid,nodev,size=64k,mode=0755,noexec,X-mount.mkdir 0 0',
    '',
  ])
})

test('a container with volumes has one directory of them, and its root is nobody on the node', () => {
  const spec = JSON.parse(renderContainerSpec(container, paths))
  expect(spec.mounts.at(-1)).toMatchObject({ type: 'bind', source: volumesMountPoint })
  expect(spec.linux.namespaces).toContainEqual({ type: 'user' })
  expect(spec.linux.uidMappings).toEqual([{ containerID: 0, hostID: 0x7000_0000, size: 65_536 }])
  expect(spec.linux.gidMappings).toEqual(spec.linux.uidMappings)
})

test('a container without volumes has neither', () => {
  const { volumes, ...plain } = container
  const spec = JSON.parse(renderContainerSpec(plain, paths))
  expect(volumes).toBeDefined()
  expect(spec.linux.namespaces).not.toContainEqual({ type: 'user' })
  expect(spec.linux).not.toHaveProperty('uidMappings')
})
