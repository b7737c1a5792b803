/**
 * What a service is started through, so that it has no more rights than it needs (docs/security.md). Capabilities that a
 * process lacks in its bounding set it never gets back, whatever it starts.
 */
import type { ServiceUser, UnprivilegedService } from '@cay/kit/service-users.ts'

/** As setpriv names them. */
type Capability = string

/** Ports below it need a capability. */
const unprivilegedPortMin = 1024

/**
 * What the orchestrator makes and keeps sandboxes with: mounts, namespaces, interfaces, packet rules, cgroups, devices, and
 * file systems whose files belong to others. Not among them: modules, clock, raw devices, boot, kernel log, auditing.
 */
export const orchestratorCapabilities: readonly Capability[] = [
  'chown',
  'dac_override',
  'dac_read_search',
  'fowner',
  'fsetid',
  'kill',
  'mknod',
  'net_admin',
  'net_bind_service',
  'net_raw',
  'setfcap',
  'setgid',
  'setpcap',
  'setuid',
  'sys_admin',
  'sys_chroot',
  'sys_nice',
  'sys_ptrace',
  'sys_resource',
]

/** Stays root. */
export function boundOrchestrator(): string[] {
  return ['setpriv', '--inh-caps=-all', `--bounding-set=${only(orchestratorCapabilities)}`, '--']
}

export interface ServicePorts {
  readonly apiPort: number
  readonly proxyPort: number
  /** Undefined when nothing speaks TLS. */
  readonly tlsPort: number | undefined
  readonly metricsPort: number | undefined
}

/** None, unless it listens on a privileged port. */
export function capabilitiesOf(service: UnprivilegedService, ports: ServicePorts): readonly Capability[] {
  const { apiPort, proxyPort, tlsPort, metricsPort } = ports
  const listens = { control: [apiPort], proxy: [proxyPort, tlsPort], egress: [], agent: [] }
  const isPrivileged = (port: number | undefined) =>
    port !== undefined && port > 0 && port < unprivilegedPortMin
  return [...listens[service], metricsPort].some(isPrivileged) ? ['net_bind_service'] : []
}

export interface Confinement {
  readonly user: ServiceUser
  readonly capabilities: readonly Capability[]
  /** The mounts of its root file system. */
  readonly fstab: string
  readonly view: string
  /** enter-view.sh. */
  readonly enter: string
}

export function confine({ user, capabilities, fstab, view, enter }: Confinement): string[] {
  const groups = user.groups.length === 0 ? '--clear-groups' : `--groups=${user.groups.join(',')}`
  const allowed = only(capabilities)
  return [
    ...['unshare', '--mount', '--ipc', '--propagation=private', '--'],
    ...['sh', enter, fstab, view],
    ...['setpriv', `--reuid=${user.uid}`, `--regid=${user.uid}`, groups, '--no-new-privs'],
    ...[`--inh-caps=${allowed}`, `--ambient-caps=${allowed}`, `--bounding-set=${allowed}`, '--'],
  ]
}

function only(capabilities: readonly Capability[]): string {
  return ['-all', ...capabilities.map((each) => `+${each}`)].join(',')
}

/** Secrets that only one of the services uses. */
const secretVariables: Readonly<Record<string, UnprivilegedService | undefined>> = {
  CAY_API_KEY: 'control',
  CAY_DATABASE_URL: 'control',
  CAY_SECRETS_KEY: 'control',
  CAY_BLOBS_ACCESS_KEY: 'control',
  CAY_BLOBS_SECRET_KEY: 'control',
  E2B_API_KEY: undefined,
}

export function environmentOf(
  service: string,
  env: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const isMeant = (name: string) => !(name in secretVariables) || secretVariables[name] === service
  const meant = Object.entries(env).filter(([name]) => isMeant(name))
  if (service === 'control') return Object.fromEntries(meant)
  return Object.fromEntries(
    meant.map(([name, value]) => [name, name === 'CAY_BLOBS_URL' ? withoutCredentials(value) : value]),
  )
}

/** The others need to know no more than that there is an object store, and which directory it is. */
function withoutCredentials(text: string): string {
  const url = URL.parse(text)
  if (url === null) return text
  url.username = ''
  url.password = ''
  return url.href
}
