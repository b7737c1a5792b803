/**
 * What a service sees of the machine: a root file system put together from parts of the node's, all of them read-only but
 * those that are the service's own. So a clone or a data directory below a directory that only root may enter is within
 * reach, and whatever is not named here is not there: no home directory, no other service's files, no sandbox's.
 */
import type { dataLayout } from '@cay/kit/data-layout.ts'
import type { UnprivilegedService } from '@cay/kit/service-users.ts'

/** One line of an fstab. */
export interface ViewMount {
  readonly source: string
  /** Absolute, as the service sees it. */
  readonly target: string
  readonly type: 'none' | 'proc' | 'tmpfs'
  readonly options: readonly string[]
  /** What has to be there for something to be mounted on it; absent: a directory. */
  readonly on?: 'file'
}

export interface ViewSources {
  /** Directories of the root that hold programs and libraries. Some are links: `bin` to `usr/bin`. */
  readonly systemDirectories: readonly { readonly path: string; readonly linkTo: string | undefined }[]
  /** Where the node's resolvers are written, when that is not below /etc. */
  readonly resolverDirectory: string | undefined
  readonly hasCgroups: boolean
  /** Whether the installation vouches for its own names. */
  readonly hasTlsAuthority: boolean
  readonly hasObjectStore: boolean
  /** A node of a cluster, whose calls to control go through its agent. */
  readonly isMember: boolean
  /** The program that runs the services. */
  readonly node: string
  /** The clone's, each by its real path. */
  readonly code: readonly string[]
}

export interface View {
  readonly mounts: readonly ViewMount[]
  /** Symbolic links in its root. */
  readonly links: readonly { readonly path: string; readonly linkTo: string }[]
}

type Layout = ReturnType<typeof dataLayout>

/** Under no name that something of ours could lie below: that would not be seen. SQLite for one needs it. */
export const temporaryDirectory = '/.temporary'
const temporaryBytesMax = '64m'

export function planView(service: UnprivilegedService, layout: Layout, sources: ViewSources): View {
  const { systemDirectories, resolverDirectory, hasCgroups, code, node } = sources
  const isSeen = [...code, '/usr'].some((path) => node.startsWith(`${path}/`))
  return {
    links: systemDirectories.flatMap(({ path, linkTo }) => (linkTo === undefined ? [] : [{ path, linkTo }])),
    mounts: [
      ...systemDirectories.flatMap(({ path, linkTo }) => (linkTo === undefined ? [readOnlyTree(path)] : [])),
      readOnlyTree('/etc'),
      ...(resolverDirectory === undefined ? [] : [readOnly(resolverDirectory)]),
      { source: 'proc', target: '/proc', type: 'proc', options: [...inert, 'hidepid=invisible'] },
      { source: '/dev', target: '/dev', type: 'none', options: ['bind', 'nosuid', 'noexec'] },
      {
        source: 'tmpfs',
        target: temporaryDirectory,
        type: 'tmpfs',
        options: [...inert, 'mode=1777', `size=${temporaryBytesMax}`],
      },
      // How much memory Node may have is read there.
      ...(hasCgroups ? [readOnlyTree('/sys/fs/cgroup')] : []),
      ...code.map(readOnly),
      ...(isSeen ? [] : [{ ...readOnly(node), on: 'file' as const }]),
      ...ownMounts(service, layout, sources),
    ],
  }
}

/** What of the installation the service reaches, and nothing else of it. */
function ownMounts(
  service: UnprivilegedService,
  layout: Layout,
  { hasTlsAuthority, hasObjectStore, isMember }: ViewSources,
): readonly ViewMount[] {
  const orchestrator = readOnly(directoryOf(layout.orchestratorSocket))
  const vault = directoryOf(layout.vaultSocket)
  const lent = readOnly(`${layout.lentFiles}/${service}`)
  switch (service) {
    case 'control':
      return [
        writable(layout.control),
        ...(isMember ? [] : [writable(vault)]),
        ...(hasObjectStore && !isMember ? [writable(directoryOf(layout.artifactsSocket))] : []),
        ...[orchestrator, lent],
      ]
    case 'proxy':
      return [
        ...[orchestrator, lent],
        ...(hasTlsAuthority ? [readOnly(layout.tlsAuthority)] : []),
        ...(isMember ? [readOnly(layout.edgeIdentity), readOnly(directoryOf(layout.clusterSocket))] : []),
      ]
    case 'egress':
      return [
        writable(directoryOf(layout.egressSocket)),
        readOnly(layout.egressAuthority),
        ...[orchestrator, readOnly(vault), lent],
      ]
    case 'agent':
      return [
        ...[writable(layout.nodeIdentity), writable(layout.edgeIdentity), writable(vault)],
        ...[writable(directoryOf(layout.artifactsSocket)), writable(directoryOf(layout.clusterSocket))],
        ...[orchestrator, lent],
      ]
  }
}

const inert = ['nosuid', 'nodev', 'noexec']

function readOnly(path: string): ViewMount {
  return { source: path, target: path, type: 'none', options: ['bind', 'ro', 'nosuid', 'nodev'] }
}

/** With what is mounted below it. */
function readOnlyTree(path: string): ViewMount {
  return { ...readOnly(path), options: ['rbind', 'ro', 'nosuid', 'nodev'] }
}

function writable(path: string): ViewMount {
  return { source: path, target: path, type: 'none', options: ['bind', ...inert] }
}

function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

/** The directory that the view is put together in goes first, on itself: a root has to be a mount. */
export function renderFstab(directory: string, { mounts }: View): string {
  const root: ViewMount = { ...readOnly(directory), target: '' }
  return [root, ...mounts].map((mount) => renderLine(directory, mount)).join('')
}

function renderLine(directory: string, { source, target, type, options }: ViewMount): string {
  return `${escapePath(source)} ${escapePath(directory + target)} ${type} ${options.join(',')} 0 0\n`
}

/** As fstab(5) spells what would end a field. */
function escapePath(path: string): string {
  return path.replaceAll(/[\s\\#]/g, (each) => `\\${each.charCodeAt(0).toString(8).padStart(3, '0')}`)
}
