/** The command line of the process that serves the content of one volume. Pure. */
import { volumeUidBase } from './container/volume-mounts.ts'

/** Over the files of the volume's users, also to name one that has no name; and to make the volume its root, once. */
const capabilities = ['chown', 'dac_override', 'dac_read_search', 'fowner', 'sys_chroot']

/** With which it ends when the volume is not mounted any more. */
export const notMountedStatus = 3

export interface VolumeServerSpec {
  readonly nodeProgram: string
  readonly file: string
  readonly socket: string
  readonly root: string
}

/** Without a network, as the user who is root of the volume and nobody on the node. */
export function volumeServerArguments({ nodeProgram, file, socket, root }: VolumeServerSpec): string[] {
  const only = ['-all', ...capabilities.map((name) => `+${name}`)].join(',')
  return [
    ...['unshare', '--net', '--ipc', '--uts', '--'],
    'setpriv',
    `--reuid=${volumeUidBase}`,
    `--regid=${volumeUidBase}`,
    '--clear-groups',
    '--no-new-privs',
    `--inh-caps=${only}`,
    `--ambient-caps=${only}`,
    `--bounding-set=${only}`,
    '--',
    ...[nodeProgram, '--max-semi-space-size=4', file, socket, root, String(volumeUidBase)],
  ]
}
