import { expect, test } from 'vitest'
import { evaluateHost, evaluateSettings, type Finding, hasProblem } from './doctor.ts'
import type { HostFacts } from './host-facts.ts'

const works = { works: true } as const
const fails = { works: false, said: 'operation not permitted' } as const
const gibibyte = 1024 ** 3

const healthy: HostFacts = {
  isRoot: true,
  platform: 'linux',
  arch: 'x64',
  kernel: '6.1.0',
  system: { name: 'Debian GNU/Linux 12 (bookworm)', codename: 'bookworm' },
  cpus: 2,
  namespaces: works,
  nftables: works,
  cgroups: { version: 2, controllers: ['cpu', 'memory', 'pids'], isWritable: true },
  hasLoopControl: true,
  devicesAppear: true,
  missingPackages: [],
  runscRelease: 20240729,
  runsc: works,
  disk: { path: '/var/lib', freeBytes: 50 * gibibyte },
  memoryAvailableBytes: 8 * gibibyte,
  openFiles: works,
  swap: undefined,
  volumes: undefined,
  ports: [{ variable: 'CAY_API_PORT', port: 3000, whyNot: undefined }],
  domain: undefined,
  isRunning: false,
  ipForward: 'on',
  droppingForwardChains: [],
  takenIds: [],
  unreadable: undefined,
  nowMs: 2000,
  cloneWrittenMs: 1000,
}

const volumes = {
  path: '/srv/volumes',
  freeBytes: gibibyte,
  promises: { rename: true, fsync: true, locks: true, sparse: true },
  between: { held: ['n2'], broken: [] },
}

const swap: NonNullable<HostFacts['swap']> = {
  ...{ zram: 'present', isWritable: true, limits: 'enough' },
  ...{ machineMemoryBytes: 16 * gibibyte, areas: [], swappiness: 60, hasZswap: false },
}

function notOk(facts: Partial<HostFacts>): Finding[] {
  return evaluateHost({ ...healthy, ...facts }).filter(({ status }) => status !== 'ok')
}

test('a fit host has no warning and no problem', () => {
  expect(notOk({})).toEqual([])
})

const problems: [string, Partial<HostFacts>, string][] = [
  ['an id of somebody', { takenIds: ['user alice (90001)'] }, 'users'],
  ['a clone for its owner alone', { unreadable: '/root/cay/packages' }, 'clone'],
  ['no root', { isRoot: false }, 'root'],
  ['another platform', { platform: 'darwin' }, 'machine'],
  ['another processor', { arch: 'riscv64' }, 'machine'],
  ['a clock before the clone', { nowMs: 500 }, 'clock'],
  ['no namespaces', { namespaces: fails }, 'namespaces'],
  ['no cgroups', { cgroups: { version: undefined, controllers: [], isWritable: false } }, 'cgroups'],
  [
    'a missing controller',
    { cgroups: { version: 1, controllers: ['cpu', 'pids', 'freezer'], isWritable: true } },
    'cgroups',
  ],
  ['read-only cgroups', { cgroups: { ...healthy.cgroups, isWritable: false } }, 'cgroups'],
  ['nftables refused', { nftables: fails }, 'nftables'],
  ['a runsc that cannot run', { runsc: fails }, 'runsc'],
  ['no loop devices', { hasLoopControl: false }, 'loop devices'],
  ['a full disk', { disk: { path: '/', freeBytes: gibibyte } }, 'disk'],
  ['swap on a kernel without zram', { swap: { ...swap, zram: 'absent' } }, 'swap'],
  [
    'a directory of volumes whose locks do not hold between machines',
    { volumes: { ...volumes, between: { held: [], broken: ['n2'] } } },
    'volumes',
  ],
  ['a directory of volumes that is not there', { volumes: { ...volumes, promises: undefined } }, 'volumes'],
  [
    'a directory of volumes whose locks keep nobody out',
    { volumes: { ...volumes, promises: { ...volumes.promises, locks: false } } },
    'volumes',
  ],
  ['no memory', { memoryAvailableBytes: gibibyte / 2 }, 'memory'],
  ['no forwarding', { ipForward: 'unreadable' }, 'forwarding'],
  [
    'a port in use',
    {
      ports: [
        {
          variable: 'CAY_API_PORT',
          port: 3000,
          whyNot: { kind: 'taken', words: 'port 3000 is in use' } as const,
        },
      ],
    },
    'port 3000',
  ],
  [
    'missing packages on a system that gets none',
    { system: { name: 'Other', codename: 'x' }, missingPackages: ['runsc'] },
    'system',
  ],
]

test.each(problems)('%s is a problem with a remedy', (_, facts, subject) => {
  const found = notOk(facts).find((finding) => finding.status === 'problem')
  expect(found?.subject).toBe(subject)
  expect(found?.remedy).toMatch(/\w/)
  expect(hasProblem(notOk(facts))).toBe(true)
})

const warnings: [string, Partial<HostFacts>, string][] = [
  ['a package that will be installed', { missingPackages: ['mmdebstrap'] }, 'packages'],
  ['runsc not installed yet', { runsc: undefined, runscRelease: undefined }, 'runsc'],
  ['an old runsc', { runscRelease: 20221219, runsc: fails }, 'runsc'],
  ['another firewall', { droppingForwardChains: ['ip filter FORWARD'] }, 'firewall'],
  ['few open files', { openFiles: fails }, 'open files'],
  ['open files that could not be tried', { openFiles: undefined }, 'open files'],
  ['a container in which new loop devices do not appear', { devicesAppear: false }, 'loop devices'],
  ['an untried system that has everything', { system: { name: 'Other', codename: undefined } }, 'system'],
  ['little disk', { disk: { path: '/', freeBytes: 10 * gibibyte } }, 'disk'],
  [
    'a domain whose names do not resolve',
    { domain: { name: 'cay.localhost', unresolvedNames: ['api.cay.localhost'] } },
    'names',
  ],
  [
    'swap beside a disk',
    { swap: { ...swap, areas: [{ path: '/dev/sda2', sizeBytes: gibibyte, usedBytes: 0 }] } },
    'swap',
  ],
  [
    'a directory of volumes whose files have no holes',
    { volumes: { ...volumes, promises: { ...volumes.promises, sparse: false } } },
    'volumes',
  ],
  ['swap behind zswap', { swap: { ...swap, hasZswap: true } }, 'swap'],
  ['little memory', { memoryAvailableBytes: 2 * gibibyte }, 'memory'],
]

test.each(warnings)('%s is a warning and no problem', (_, facts, subject) => {
  const findings = notOk(facts)
  expect(findings.map((finding) => [finding.subject, finding.status])).toEqual([[subject, 'warning']])
  expect(hasProblem(findings)).toBe(false)
})

test('without root, what only root can try is not held against the host', () => {
  const untried = { namespaces: fails, nftables: fails, runsc: fails }
  expect(notOk({ isRoot: false, ...untried }).map(({ subject }) => subject)).toEqual(['root'])
})

test('ports that this very Cay uses are fine', () => {
  const ports = [
    {
      variable: 'CAY_API_PORT',
      port: 3000,
      whyNot: { kind: 'taken', words: 'port 3000 is in use' } as const,
    },
  ]
  expect(notOk({ ports, isRunning: true })).toEqual([])
})

test('a domain whose names resolve is fine', () => {
  expect(notOk({ domain: { name: 'cay.localhost', unresolvedNames: [] } })).toEqual([])
})

test('a wrong setting is a problem, an unknown one a warning, and both name what to correct', () => {
  const findings = evaluateSettings({
    wrong: [{ variable: 'CAY_POOL_SIZE', message: 'CAY_POOL_SIZE="x" is not valid' }],
    unknown: [{ variable: 'CAY_POOL_SZIE', message: 'CAY_POOL_SZIE is not a setting' }],
  })
  expect(findings.map(({ status, remedy }) => [status, remedy])).toEqual([
    ['problem', 'correct or unset CAY_POOL_SIZE'],
    ['warning', 'correct or unset CAY_POOL_SZIE'],
  ])
  expect(evaluateSettings({ wrong: [], unknown: [] }).map(({ status }) => status)).toEqual(['ok'])
})

test('an address that is not of this machine is not told as a port to be freed', () => {
  const whyNot = { kind: 'no address', words: '203.0.113.9 is no address of this machine' } as const
  const found = notOk({ ports: [{ variable: 'CAY_API_PORT', port: 3000, whyNot }] })
  expect(found[0]?.remedy).toContain('CAY_BIND')
})

test('what swap does to other processes of the machine is said where it can be had', () => {
  const said = evaluateHost({ ...healthy, swap }).find(({ subject }) => subject === 'swap')
  expect(said?.status).toBe('ok')
  expect(said?.message).toContain('8.0 GiB that takes at most 4.0 GiB of memory')
  expect(said?.message).toContain('other processes swap there too (vm.swappiness is 60)')
})
