/** Looks at the host for `cay doctor`. Everything it tries leaves no trace: checks without commit, programs that do nothing. */
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile, statfs } from 'node:fs/promises'
import { arch, availableParallelism, platform, release, totalmem } from 'node:os'
import { dirname } from 'node:path'
import { findInstallation } from '@cay/kit/host/installation-number.ts'
import { parseMounts } from '@cay/kit/host/mountinfo.ts'
import { isAlive } from '@cay/kit/host/process-identity.ts'
import { run, ToolError } from '@cay/kit/host/run.ts'
import { readSwapAreas, readSwapFacts } from '@cay/kit/host/swap-support.ts'
import { openFilesRequired } from '@cay/kit/open-files-required.ts'
import { allIds, serviceIds } from '@cay/kit/service-users.ts'
import { findDroppingChains, legacyForwardDrops } from '../../dialect/host/firewall.ts'
import type { CgroupFacts, HostFacts, PortFact, Trial } from '../../dialect/host/host-facts.ts'
import { findMissingPackages, type HostPrograms } from '../../dialect/host/host-packages.ts'
import { namesBelow } from '../../dialect/service/domain.ts'
import type { Installation } from '../../installation.ts'
import { whyNotListen } from '../service/ports.ts'
import { readUpFile } from '../service/up-file.ts'
import { inspectPrograms } from './host-programs.ts'
import { findOwners } from './known-users.ts'
import { findUnreadable } from './readable-clone.ts'
import { findUnresolvedNames } from './resolve-names.ts'
import { readVolumesFacts } from './volumes-facts.ts'

const trialMsMax = 15_000
/** Prefix of the names of our nft tables. */
const ownTablePrefix = 'cay'

/** What a node asks of nftables, checked by the kernel and not committed. */
const nftTrial = `table ip cay_doctor {
  set open {
    type ifname
    size 16
    flags dynamic
  }
  chain passing {
    type filter hook forward priority filter; policy accept;
    fib saddr . iif oif missing drop
    ct state new add @open { iifname ct count over 1 } drop
    ct state new limit rate over 1/second drop
  }
  chain before {
    type nat hook prerouting priority dstnat; policy accept;
    ip protocol tcp redirect to :1
  }
  chain after {
    type nat hook postrouting priority srcnat; policy accept;
    masquerade
  }
}
`

export async function gatherHostFacts(installation: Installation, cloneFile: string): Promise<HostFacts> {
  const env = { ...installation.env }
  const programs = await inspectPrograms(env.PATH ?? '')
  const isRoot = process.getuid?.() === 0
  const tryIt = (argv: string[], input?: string) =>
    isRoot ? trial(argv, env, input) : Promise.resolve<Trial>({ works: false, said: 'needs root' })
  return {
    isRoot,
    platform: platform(),
    arch: arch(),
    kernel: release(),
    system: await readSystem(),
    cpus: availableParallelism(),
    namespaces: await tryIt(['unshare', '--mount', '--net', '--pid', '--fork', 'true']),
    nftables: programs.has('nft') ? await tryIt(['nft', '--check', '--file', '-'], nftTrial) : undefined,
    cgroups: readCgroups(),
    hasLoopControl: existsSync('/dev/loop-control'),
    devicesAppear: findFilesystemType('/dev') === 'devtmpfs',
    missingPackages: findMissingPackages(programs).map(({ name }) => name),
    runscRelease: programs.runscRelease,
    runsc: programs.has('runsc')
      ? await tryIt(['runsc', '--network=none', '--ignore-cgroups', 'do', 'true'])
      : undefined,
    disk: await readDisk(installation.settings.dataDir),
    memoryAvailableBytes: await readMemory(),
    openFiles: programs.has('prlimit')
      ? await tryIt(['prlimit', `--nofile=${openFilesRequired}:${openFilesRequired}`, '--', 'true'])
      : undefined,
    swap: await readSwap(installation),
    volumes: await readVolumes(installation),
    ports: await readPorts(installation),
    domain: await readDomain(installation),
    isRunning: await isRunning(installation),
    ipForward: readIpForward(),
    droppingForwardChains: await readFirewall(env, programs),
    takenIds: await findTakenIds(installation),
    unreadable: findUnreadable(dirname(dirname(cloneFile))),
    nowMs: Date.now(),
    cloneWrittenMs: statSync(cloneFile).mtimeMs,
  }
}

async function trial(argv: string[], env: Record<string, string>, input?: string): Promise<Trial> {
  try {
    await run(argv, { env, timeoutMs: trialMsMax, ...(input === undefined ? {} : { input }) })
    return { works: true }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { works: false, said: error.message.split('\n')[0] ?? error.message }
  }
}

async function readSystem(): Promise<HostFacts['system']> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '')
  const field = (name: string) => new RegExp(`^${name}="?(.*?)"?$`, 'm').exec(text)?.[1]
  return { name: field('PRETTY_NAME') ?? 'an unknown system', codename: field('VERSION_CODENAME') }
}

function readCgroups(): CgroupFacts {
  const root = '/sys/fs/cgroup'
  if (existsSync(`${root}/cgroup.controllers`)) {
    const controllers = readFileSync(`${root}/cgroup.controllers`, 'utf8').trim().split(' ')
    return { version: 2, controllers, isWritable: isWritable(root) }
  }
  const controllers = existsSync(root) ? readdirSync(root) : []
  if (!controllers.includes('memory') && !controllers.includes('cpu')) {
    return { version: undefined, controllers: [], isWritable: false }
  }
  return {
    version: 1,
    controllers,
    isWritable: isWritable(`${root}/${controllers.includes('cpu') ? 'cpu' : 'memory'}`),
  }
}

/** Of what is mounted exactly there; undefined when nothing is. */
function findFilesystemType(mountPoint: string): string | undefined {
  const mounts = parseMounts(readFileSync('/proc/self/mountinfo', 'utf8'))
  return mounts.findLast((mount) => mount.mountPoint === mountPoint)?.filesystemType
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    // Read-only, or not ours: the answer is the same.
    return false
  }
}

/** Room where the data directory is, or will be made. */
async function readDisk(dataDir: string): Promise<HostFacts['disk']> {
  let path = dataDir
  while (!existsSync(path)) path = dirname(path)
  const { bavail, bsize } = await statfs(path)
  return { path, freeBytes: bavail * bsize }
}

async function readMemory(): Promise<number> {
  const text = await readFile('/proc/meminfo', 'utf8').catch(() => '')
  return Number(/^MemAvailable:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024
}

async function readSwap({ settings }: Installation): Promise<HostFacts['swap']> {
  if (!settings.swapsFrozen) return undefined
  const swappiness = await readFile('/proc/sys/vm/swappiness', 'utf8').catch(() => '')
  const zswap = await readFile('/sys/module/zswap/parameters/enabled', 'utf8').catch(() => 'N')
  return {
    ...(await readSwapFacts()),
    machineMemoryBytes: totalmem(),
    areas: await readSwapAreas(),
    swappiness: swappiness === '' ? undefined : Number(swappiness),
    hasZswap: zswap.trim() === 'Y',
  }
}

async function readVolumes({ settings }: Installation): Promise<HostFacts['volumes']> {
  const { volumesDirectory } = settings
  return volumesDirectory === undefined ? undefined : await readVolumesFacts(volumesDirectory)
}

async function readPorts({ settings }: Installation): Promise<PortFact[]> {
  const { bind, apiPort, proxyPort, tls, tlsPort } = settings
  const wanted = [
    { variable: 'CAY_API_PORT', port: apiPort },
    { variable: 'CAY_PROXY_PORT', port: proxyPort },
    ...(tls === 'off' ? [] : [{ variable: 'CAY_TLS_PORT', port: tlsPort }]),
  ].filter(({ port }) => port !== 0)
  return Promise.all(wanted.map(async (door) => ({ ...door, whyNot: await whyNotListen(bind, door.port) })))
}

async function readDomain({ settings }: Installation): Promise<HostFacts['domain']> {
  const { tls, domain } = settings
  if (tls === 'off' || domain === undefined) return undefined
  return { name: domain, unresolvedNames: await findUnresolvedNames(namesBelow(domain)) }
}

/** Of the number that the installation has, or would have first. */
async function findTakenIds({ settings }: Installation): Promise<string[]> {
  const installation = (await findInstallation(settings.dataDir)) ?? 0
  const owners = await findOwners(allIds(serviceIds(settings.uidBase, installation)))
  return owners.map(({ kind, name, id }) => `${kind} ${name} (${id})`)
}

async function isRunning({ layout }: Installation): Promise<boolean> {
  const record = await readUpFile(layout.supervisorFile)
  return record !== undefined && isAlive(record.supervisor)
}

function readIpForward(): HostFacts['ipForward'] {
  try {
    return readFileSync('/proc/sys/net/ipv4/ip_forward', 'utf8').trim() === '1' ? 'on' : 'off'
  } catch {
    // Not mounted, or hidden by a container.
    return 'unreadable'
  }
}

async function readFirewall(env: Record<string, string>, programs: HostPrograms): Promise<string[]> {
  const ask = (argv: string[]) =>
    run(argv, { env, timeoutMs: trialMsMax }).then(
      ({ stdout }) => stdout,
      () => '',
    )
  const chains = programs.has('nft') ? await ask(['nft', '--json', 'list', 'chains']) : ''
  const legacy = programs.has('iptables-legacy') ? await ask(['iptables-legacy', '-S', 'FORWARD']) : ''
  return [
    ...(chains === '' ? [] : findDroppingChains(chains, ownTablePrefix)),
    ...(legacyForwardDrops(legacy) ? ['iptables-legacy FORWARD'] : []),
  ]
}
