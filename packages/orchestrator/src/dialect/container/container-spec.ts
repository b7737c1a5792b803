/**
 * The OCI runtime spec of a container. It is equal for a boot, a checkpoint and every restore, because a checkpoint is bound
 * to it: only paths, limits and the namespace of the container vary.
 */
import { volumesDirectory } from '@cay/contract/names.ts'
import type { Container } from '../../ports/container.ts'
import { volumesMountPoint, volumeUidBase, volumeUidCount } from './volume-mounts.ts'

/** Where the daemon and its own Node lie in every root file system. */
const daemonDirectory = '/.cay'

/**
 * The default capabilities of containers, and those for setting the hostname. Raw sockets only reach the sandbox's own
 * netstack.
 */
const capabilities = [
  'CAP_AUDIT_WRITE',
  'CAP_CHOWN',
  'CAP_DAC_OVERRIDE',
  'CAP_FOWNER',
  'CAP_FSETID',
  'CAP_KILL',
  'CAP_MKNOD',
  'CAP_NET_ADMIN',
  'CAP_NET_BIND_SERVICE',
  'CAP_NET_RAW',
  'CAP_SETFCAP',
  'CAP_SETGID',
  'CAP_SETPCAP',
  'CAP_SETUID',
  'CAP_SYS_ADMIN',
  'CAP_SYS_CHROOT',
  'CAP_SYS_NICE',
  'CAP_SYS_PTRACE',
  'CAP_SYS_RESOURCE',
]

/** Limit of host processes and threads of one container; the sentry dies at the limit. */
const processesMax = 4096
/**
 * Limit of processes and threads of one unprivileged user. Each process is two on the host, so the user reaches this limit
 * before the sentry reaches its own.
 */
const userProcessesMax = 1500
/** Shares of the memory for in-memory file systems: a full one refuses writes, while full memory would end the sandbox. */
const sharedMemoryShare = 0.5
const runtimeFilesShare = 0.1
const openFilesMax = 65_536
const cpuPeriodUs = 100_000

export interface SpecPaths {
  /** An empty directory: the root file system comes from the EROFS file. */
  readonly emptyRoot: string
  /** Where the writable layer's one file is kept. */
  readonly disk: string
  /** Below the cgroup root, for example `/cay0/c123`. */
  readonly cgroup: string
}

export function renderContainerSpec(container: Container, paths: SpecPaths): string {
  return JSON.stringify(
    {
      ociVersion: '1.0.2',
      hostname: 'sandbox',
      root: { path: paths.emptyRoot },
      process: daemonProcess(),
      annotations: {
        'dev.gvisor.spec.rootfs.source': container.rootfs,
        'dev.gvisor.spec.rootfs.type': 'erofs',
        'dev.gvisor.spec.rootfs.overlay': `dir=${paths.disk}`,
      },
      mounts: [...mounts(container.resources.memoryMb), ...volumeMounts(container)],
      linux: {
        cgroupsPath: paths.cgroup,
        resources: limits(container),
        namespaces: [
          { type: 'pid' },
          { type: 'ipc' },
          { type: 'uts' },
          { type: 'mount' },
          { type: 'network', path: container.slot.netnsPath },
          ...(container.volumes === undefined ? [] : [{ type: 'user' }]),
        ],
        ...idMappings(container),
      },
    },
    undefined,
    2,
  )
}

/** Limits the young generation to 1 MiB, because every sandbox has one, and disables timers that would wake an idle daemon. */
export const daemonEngineFlags = ['--max-semi-space-size=1', '--no-memory-reducer'] as const

function daemonProcess() {
  return {
    user: { uid: 0, gid: 0 },
    cwd: '/',
    args: [
      `${daemonDirectory}/ld.so`,
      '--library-path',
      `${daemonDirectory}/lib`,
      `${daemonDirectory}/node`,
      ...daemonEngineFlags,
      `${daemonDirectory}/envd.mjs`,
    ],
    env: ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'LANG=C.UTF-8'],
    capabilities: { bounding: capabilities, effective: capabilities, permitted: capabilities },
    rlimits: [
      { type: 'RLIMIT_NOFILE', hard: openFilesMax, soft: openFilesMax },
      { type: 'RLIMIT_NPROC', hard: userProcessesMax, soft: userProcessesMax },
    ],
  }
}

function mounts(memoryMb: number) {
  const size = (share: number) => `size=${Math.floor(memoryMb * share)}m`
  return [
    { destination: '/proc', type: 'proc', source: 'proc' },
    { destination: '/dev', type: 'tmpfs', source: 'tmpfs' },
    { destination: '/sys', type: 'sysfs', source: 'sysfs' },
    {
      destination: '/dev/shm',
      type: 'tmpfs',
      source: 'tmpfs',
      options: ['mode=1777', size(sharedMemoryShare)],
    },
    { destination: '/run', type: 'tmpfs', source: 'tmpfs', options: ['mode=755', size(runtimeFilesShare)] },
  ]
}

/** One directory for all of them: where each belongs in the sandbox is only known when the container is claimed. */
function volumeMounts({ volumes }: Container) {
  if (volumes === undefined) return []
  return [
    {
      destination: volumesDirectory,
      type: 'bind',
      source: volumesMountPoint,
      options: ['rbind', 'rw', 'nosuid', 'nodev', 'rslave'],
    },
  ]
}

/** The process of the runtime that serves the volumes is root only of the ids that their files have. */
function idMappings({ volumes }: Container) {
  if (volumes === undefined) return {}
  const mapping = [{ containerID: 0, hostID: volumeUidBase, size: volumeUidCount }]
  return { uidMappings: mapping, gidMappings: mapping }
}

function limits(container: Container) {
  const { cpuCount, memoryMb } = container.resources
  return {
    cpu: { quota: cpuCount * cpuPeriodUs, period: cpuPeriodUs },
    memory: { limit: memoryMb * 1024 * 1024 },
    pids: { limit: processesMax },
  }
}
