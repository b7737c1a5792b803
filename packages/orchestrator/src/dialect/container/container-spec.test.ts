import { expect, test } from 'vitest'
import type { Container } from '../../ports/container.ts'
import { renderContainerSpec } from './container-spec.ts'

const container: Container = {
  id: 'c1',
  directory: '/data/containers/c1',
  slot: {
    index: 0,
    netns: 'cay0-0',
    netnsPath: '/run/netns/cay0-0',
    mountNamespacePath: '/m/cay0-0',
    address: '198.18.0.2',
  },
  resources: { cpuCount: 3, memoryMb: 512, diskSizeMb: 1024 },
  rootfs: '/data/templates/rootfs.erofs',
}
const paths = { emptyRoot: '/data/containers/c1/root', disk: '/data/containers/c1/disk', cgroup: '/cay0/c1' }
const spec = JSON.parse(renderContainerSpec(container, paths))

test('the root file system is the EROFS file under a layer on the disk', () => {
  expect(spec.annotations).toEqual({
    'dev.gvisor.spec.rootfs.source': '/data/templates/rootfs.erofs',
    'dev.gvisor.spec.rootfs.type': 'erofs',
    'dev.gvisor.spec.rootfs.overlay': 'dir=/data/containers/c1/disk',
  })
})

test('the limits are the resources, in the kernel’s units', () => {
  expect(spec.linux.cgroupsPath).toBe('/cay0/c1')
  expect(spec.linux.resources).toMatchObject({
    cpu: { quota: 300_000, period: 100_000 },
    memory: { limit: 512 * 1024 * 1024 },
  })
  expect(spec.linux.resources.pids.limit).toBeGreaterThan(0)
})

test('no directory of the node is mounted into the sandbox', () => {
  const types = spec.mounts.map((mount: { type: string }) => mount.type)
  expect(new Set(types)).toEqual(new Set(['proc', 'tmpfs', 'sysfs']))
})

test('the network namespace is the slot’s, and every other namespace its own', () => {
  expect(spec.linux.namespaces).toContainEqual({ type: 'network', path: '/run/netns/cay0-0' })
  const own = ['pid', 'ipc', 'uts', 'mount']
  for (const type of own) expect(spec.linux.namespaces).toContainEqual({ type })
})

test('what a restore may change is the container’s own and nothing else', () => {
  const other = { ...container, id: 'c2', slot: { ...container.slot, netnsPath: '/run/netns/cay0-1' } }
  const again = JSON.parse(renderContainerSpec(other, { ...paths, cgroup: '/cay0/c2' }))
  expect(again.process).toEqual(spec.process)
  expect(again.mounts).toEqual(spec.mounts)
})
