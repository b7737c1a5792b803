/**
 * The OCI runtime spec of a container. The same for a boot, a checkpoint and every restore: an image is bound to it, so
 * only what belongs to one container (paths, limits, namespace) varies.
 */
import type { Container } from '../../ports/container.ts'

/** Where the daemon and its own Node lie in every root file system. */
const daemonDirectory = '/.cay'

/** Everything root may do in an ordinary container, and what setting the hostname takes. No raw sockets into the node: the netstack is the sandbox's own. */
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

/** Host processes and threads of one container; the sentry ends when it gets no more. */
const processesMax = 4096
/**
 * Processes and threads of one user without privileges: each process is two on the host, so this user gets his refusal
 * before the sentry does.
 */
const userProcessesMax = 1500
/** Shares of the memory that file systems in memory may take: a full one refuses, a full memory would end the sandbox. */
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
      mounts: mounts(container.resources.memoryMb),
      linux: {
        cgroupsPath: paths.cgroup,
        resources: limits(container),
        namespaces: [
          { type: 'pid' },
          { type: 'ipc' },
          { type: 'uts' },
          { type: 'mount' },
          { type: 'network', path: container.slot.netnsPath },
        ],
      },
    },
    undefined,
    2,
  )
}

/**
 * A young space of 1 MiB: each sandbox has this memory. And no timer of the engine's own wakes a daemon that nobody uses.
 */
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

function limits(container: Container) {
  const { cpuCount, memoryMb } = container.resources
  return {
    cpu: { quota: cpuCount * cpuPeriodUs, period: cpuPeriodUs },
    memory: { limit: memoryMb * 1024 * 1024 },
    pids: { limit: processesMax },
  }
}
