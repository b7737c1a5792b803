/**
 * How a program that talks to untrusted servers is confined: a network slot's namespaces, a root of its own with system files
 * alone, an unprivileged user, no capabilities. Pure.
 */
import type { NetworkSlot } from '../../ports/container.ts'
import { fstabLine } from '../container/host-mount.ts'

/** User and group that no account has (systemd leaves 60578 to 61183 unused), so that nothing else on the node is theirs. */
export const toolUser = 60_900

/** As the tool sees them. */
export const toolPaths = { home: '/home', work: '/work' } as const

/** Below the tool's root, until it is the root: the node's own root, and what `umount` reads to take that away. */
export const setupPaths = { oldRoot: '/old', proc: '/proc' } as const

/** Every query goes to the egress gateway, whatever server it is for. */
export const toolResolvConf = 'nameserver 192.0.2.53\n'

/**
 * For `mount --all --fstab`. `shared` are directories of the node that the tool reads. The order matters: the root comes
 * first.
 */
export function renderToolMounts(directory: string, shared: readonly string[]): string {
  const root = `${directory}/root`
  const bind = (source: string, target: string, ...options: string[]) =>
    fstabLine({ source, target: `${root}${target}`, type: 'none', options: ['bind', ...options] })
  return [
    bind(root, '', 'ro', 'noexec'),
    bind('/proc', setupPaths.proc, 'ro'),
    ...shared.map((source) => bind(source, source, 'ro')),
    bind(`${directory}/work`, toolPaths.work, 'rw', 'noexec'),
  ].join('')
}

/** Into the slot's mount namespace, as root. */
export function enterMounts({ mountNamespacePath }: Pick<NetworkSlot, 'mountNamespacePath'>): string[] {
  return ['nsenter', `--mount=${mountNamespacePath}`, '--']
}

/** After the root is the tool's. */
export const dropSetup = ['umount', '--lazy', setupPaths.oldRoot, setupPaths.proc]

/** The whole of it ends when the node does, whichever process of it is alive then. */
export function confinedArguments(
  { netnsPath, mountNamespacePath }: Pick<NetworkSlot, 'netnsPath' | 'mountNamespacePath'>,
  argv: readonly string[],
): string[] {
  return [
    ...['setpriv', '--pdeathsig=KILL', '--'],
    ...['nsenter', `--net=${netnsPath}`, `--mount=${mountNamespacePath}`, '--'],
    ...['unshare', '--pid', '--ipc', '--uts', '--fork', '--kill-child=KILL', '--'],
    ...['setpriv', `--reuid=${toolUser}`, `--regid=${toolUser}`, '--clear-groups', '--no-new-privs'],
    ...['--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all', '--pdeathsig=KILL', '--'],
    ...argv,
  ]
}
