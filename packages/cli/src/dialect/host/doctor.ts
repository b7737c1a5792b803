/** Decides from facts what this host can and cannot do, before anything is started. */

import type { CheckedSettings } from '@cay/kit/check-settings.ts'
import { openFilesRequired } from '@cay/kit/open-files-required.ts'
import { remedyForNames } from '../service/domain.ts'
import { remedyForPort } from '../service/why-not-listen.ts'
import type { CgroupFacts, HostFacts, Trial } from './host-facts.ts'
import { runscReleaseMin } from './host-packages.ts'
import { evaluateSwapPlan } from './swap-finding.ts'
import { evaluateVolumes } from './volumes-finding.ts'

export type FindingStatus = 'ok' | 'warning' | 'problem'

export interface Finding {
  readonly subject: string
  readonly status: FindingStatus
  readonly message: string
  /** The remedy; absent when the check passed. */
  readonly remedy?: string
}

const gibibyte = 1024 ** 3
const diskBytes = { enough: 20 * gibibyte, least: 5 * gibibyte }
const memoryBytes = { enough: 4 * gibibyte, least: gibibyte }
const codenames = ['bookworm', 'trixie']
const controllersNeeded = { 1: ['cpu', 'memory', 'pids', 'freezer'], 2: ['cpu', 'memory', 'pids'] } as const

const ok = (subject: string, message: string): Finding => ({ subject, status: 'ok', message })
const warning = (subject: string, message: string, remedy: string): Finding => ({
  subject,
  status: 'warning',
  message,
  remedy,
})
const problem = (subject: string, message: string, remedy: string): Finding => ({
  subject,
  status: 'problem',
  message,
  remedy,
})

/** A host is judged only by what could be tried: without root some of it could not. */
export function evaluateHost(facts: HostFacts): Finding[] {
  const judges = [
    ...[judgeRoot, judgeMachine, judgeSystem, judgeClock, judgePackages, judgeForwarding, judgeLoop],
    ...[judgeIds, judgeClone],
  ]
  const judgesForRoot = [
    judgeNamespaces,
    judgeCgroups,
    judgeRunsc,
    judgeNftables,
    judgeFirewall,
    judgeOpenFiles,
  ]
  const findings = [...judges, ...(facts.isRoot ? judgesForRoot : [])].map((judge) => judge(facts))
  const ofRoom = [judgeDisk(facts), judgeMemory(facts), ...judgeSwap(facts), ...judgeVolumes(facts)]
  return [...findings, ...ofRoom, ...judgePorts(facts), ...judgeNames(facts)]
}

/** The settings, checked before the host: nothing starts with invalid ones. */
export function evaluateSettings({ wrong, unknown }: CheckedSettings): Finding[] {
  const findings = [
    ...wrong.map(({ variable, message }) => problem('settings', message, `correct or unset ${variable}`)),
    ...unknown.map(({ variable, message }) => warning('settings', message, `correct or unset ${variable}`)),
  ]
  return findings.length === 0 ? [ok('settings', 'all are valid')] : findings
}

export function hasProblem(findings: readonly Finding[]): boolean {
  return findings.some(({ status }) => status === 'problem')
}

function judgeRoot({ isRoot }: HostFacts): Finding {
  if (isRoot) return ok('root', 'you are root')
  return problem(
    'root',
    'you are not root: namespaces, cgroups, runsc, nftables and firewalls were not checked',
    'use sudo',
  )
}

function judgeMachine({ platform, arch, kernel, cpus }: HostFacts): Finding {
  const name = `${platform} ${kernel}, ${arch}, ${cpus} CPU${cpus === 1 ? '' : 's'}`
  if (platform !== 'linux') return problem('machine', name, 'use a Linux machine')
  if (arch !== 'x64' && arch !== 'arm64') return problem('machine', name, 'use an x64 or arm64 machine')
  return ok('machine', name)
}

function judgeSystem({ system, missingPackages }: HostFacts): Finding {
  if (system.codename !== undefined && codenames.includes(system.codename)) return ok('system', system.name)
  if (missingPackages.length === 0) {
    return warning('system', `${system.name} is untested`, 'Debian 12 and 13 are tested')
  }
  return problem('system', `Cay cannot install packages on ${system.name}`, 'use Debian 12 or 13')
}

function judgeClock({ nowMs, cloneWrittenMs }: HostFacts): Finding {
  const now = new Date(nowMs).toISOString()
  if (nowMs >= cloneWrittenMs) return ok('clock', now)
  return problem(
    'clock',
    `${now} is before this clone was created`,
    'set the clock: certificates are not valid before their start date',
  )
}

function judgeNamespaces({ namespaces }: HostFacts): Finding {
  if (namespaces.works) return ok('namespaces', 'mount, network and pid namespaces can be created')
  return problem(
    'namespaces',
    said('namespaces cannot be created', namespaces),
    'run on the host itself, or in a container with all privileges',
  )
}

function judgeCgroups({ cgroups }: HostFacts): Finding {
  const { version } = cgroups
  if (version === undefined) return problem('cgroups', 'none are mounted', 'mount cgroup2 on /sys/fs/cgroup')
  const missing = controllersNeeded[version].filter((name) => !cgroups.controllers.includes(name))
  if (missing.length > 0) return missingControllers(cgroups, missing)
  if (!cgroups.isWritable) {
    return problem('cgroups', `version ${version}, read-only`, 'mount /sys/fs/cgroup writable')
  }
  return ok('cgroups', `version ${version} with ${controllersNeeded[version].join(', ')}`)
}

function missingControllers({ version }: CgroupFacts, missing: readonly string[]): Finding {
  const names = missing.join(', ')
  const remedy = missing.includes('memory')
    ? 'boot the kernel with cgroup_enable=memory'
    : 'enable them in the kernel, or in the parent of the cgroup this runs in'
  return problem('cgroups', `version ${version} without ${names}`, remedy)
}

function judgePackages({ missingPackages }: HostFacts): Finding {
  if (missingPackages.length === 0) return ok('packages', 'all programs are installed')
  return warning('packages', `missing or too old: ${missingPackages.join(', ')}`, '`cay up` installs them')
}

function judgeRunsc({ runsc, runscRelease }: HostFacts): Finding {
  if (runsc === undefined) return warning('runsc', 'not installed', '`cay up` installs it')
  if (runscRelease === undefined || runscRelease < runscReleaseMin) {
    const found = runscRelease ?? 'of unknown date'
    return warning(
      'runsc',
      `release ${found} is older than ${runscReleaseMin}`,
      '`cay up` installs a newer one',
    )
  }
  if (runsc.works) return ok('runsc', `release ${runscRelease} runs a program`)
  return problem(
    'runsc',
    said(`release ${runscRelease} cannot run a program`, runsc),
    'look at `runsc --debug do true`; kernel.yama.ptrace_scope must be below 3',
  )
}

function judgeNftables({ nftables }: HostFacts): Finding {
  if (nftables === undefined) return warning('nftables', 'nft is not installed', '`cay up` installs it')
  if (nftables.works) return ok('nftables', 'address translation can be set up')
  return problem(
    'nftables',
    said('the kernel refuses a rule set', nftables),
    'load the module nf_tables and nft_masq',
  )
}

function judgeForwarding({ ipForward }: HostFacts): Finding {
  if (ipForward === 'on') return ok('forwarding', 'net.ipv4.ip_forward is on')
  if (ipForward === 'off') return ok('forwarding', 'net.ipv4.ip_forward is off; `cay up` switches it on')
  return problem('forwarding', 'net.ipv4.ip_forward cannot be read', 'mount /proc/sys')
}

function judgeFirewall({ droppingForwardChains }: HostFacts): Finding {
  if (droppingForwardChains.length === 0) return ok('firewall', 'no other firewall drops forwarded traffic')
  return warning(
    'firewall',
    `forwarded traffic is dropped by default in: ${droppingForwardChains.join(', ')}`,
    'accept traffic from and to the interfaces of sandboxes there, or they have no internet access',
  )
}

function judgeOpenFiles({ openFiles }: HostFacts): Finding {
  if (openFiles === undefined)
    return warning('open files', 'prlimit is not installed', '`cay up` installs it')
  if (openFiles.works)
    return ok('open files', `${openFilesRequired}, which the egress gateway and the proxy need, are allowed`)
  return warning(
    'open files',
    said(`the egress gateway and the proxy need ${openFilesRequired}`, openFiles),
    'raise the limit of this login or container (`ulimit -Hn` shows it), or accept fewer connections',
  )
}

function judgeLoop({ hasLoopControl, devicesAppear }: HostFacts): Finding {
  if (hasLoopControl && !devicesAppear)
    return warning(
      'loop devices',
      'new ones do not appear in /dev, as in a container with a /dev of its own',
      'give the container that of the machine (`--volume /dev:/dev`): disks of sandboxes are loop devices',
    )
  if (hasLoopControl) return ok('loop devices', 'can be created')
  return problem(
    'loop devices',
    '/dev/loop-control is missing',
    'modprobe loop: disk limits of sandboxes need it',
  )
}

function judgeIds({ takenIds }: HostFacts): Finding {
  if (takenIds.length === 0) return ok('users', 'the user ids of the services are free')
  return problem(
    'users',
    `user ids of the services belong to other users: ${takenIds.join(', ')}`,
    'set CAY_UID_BASE to the first of 512 free ids',
  )
}

function judgeClone({ unreadable }: HostFacts): Finding {
  if (unreadable === undefined) return ok('clone', 'services that are not root can read it')
  return problem('clone', ...unreadableClone(unreadable))
}

/** The fault and its remedy. */
export function unreadableClone(path: string): readonly [message: string, remedy: string] {
  return [
    `only its owner can read ${path}, and services run as users of their own`,
    'run `chmod -R go+rX packages node_modules` in the clone',
  ]
}

function judgeDisk({ disk }: HostFacts): Finding {
  const free = `${describeBytes(disk.freeBytes)} free at ${disk.path}`
  if (disk.freeBytes >= diskBytes.enough) return ok('disk', free)
  const remedy = 'free some space, or set CAY_DATA_DIR to a larger disk'
  if (disk.freeBytes >= diskBytes.least) return warning('disk', `${free} is little`, remedy)
  return problem('disk', `${free} is too little`, remedy)
}

function judgeMemory({ memoryAvailableBytes }: HostFacts): Finding {
  const free = `${describeBytes(memoryAvailableBytes)} available`
  if (memoryAvailableBytes >= memoryBytes.enough) return ok('memory', free)
  const remedy = 'a sandbox of the base template may use 1 GiB'
  if (memoryAvailableBytes >= memoryBytes.least) return warning('memory', `${free} is little`, remedy)
  return problem('memory', `${free} is too little`, remedy)
}

/** Without root, what could be created is unknown. */
function judgeSwap({ isRoot, swap }: HostFacts): Finding[] {
  return swap === undefined || !isRoot ? [] : [{ subject: 'swap', ...evaluateSwapPlan(swap) }]
}

function judgeVolumes({ isRoot, volumes }: HostFacts): Finding[] {
  return volumes === undefined || !isRoot ? [] : [{ subject: 'volumes', ...evaluateVolumes(volumes) }]
}

function judgePorts({ ports, isRunning }: HostFacts): Finding[] {
  return ports.map(({ variable, port, whyNot }) => {
    const subject = `port ${port}`
    if (whyNot === undefined) return ok(subject, 'is free')
    if (isRunning) return ok(subject, 'is used by this Cay, which is running')
    return problem(subject, whyNot.words, remedyForPort(whyNot, variable))
  })
}

function judgeNames({ domain }: HostFacts): Finding[] {
  if (domain === undefined) return []
  const { name, unresolvedNames } = domain
  if (unresolvedNames.length === 0) return [ok('names', `names below ${name} resolve`)]
  return [warning('names', `${unresolvedNames.join(', ')} do not resolve here`, remedyForNames(name))]
}

function said(message: string, trial: Trial): string {
  return trial.works ? message : `${message}: ${trial.said}`
}

function describeBytes(bytes: number): string {
  return `${(bytes / gibibyte).toFixed(1)} GiB`
}
