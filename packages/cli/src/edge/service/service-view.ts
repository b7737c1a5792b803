/** Where the parts of a service's view are on this machine, and the directory they are put together in. */
import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  renderFstab,
  type View,
  type ViewMount,
  type ViewSources,
} from '../../dialect/service/service-view.ts'
import type { ReadyView } from '../../ports/service-host.ts'

const systemDirectories = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']

export function findViewSources(
  packages: string,
): Omit<ViewSources, 'hasTlsAuthority' | 'hasObjectStore' | 'isMember'> {
  return {
    systemDirectories: systemDirectories.filter(existsSync).map((path) => ({ path, linkTo: linkAt(path) })),
    resolverDirectory: findResolverDirectory(),
    hasCgroups: existsSync('/sys/fs/cgroup'),
    node: process.execPath,
    code: codeDirectories(packages),
  }
}

/** Of the clone, as Node finds them: links are followed. */
export function codeDirectories(packages: string): string[] {
  return [packages, `${dirname(packages)}/node_modules`].map((path) => realpathSync(path))
}

function linkAt(path: string): string | undefined {
  return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined
}

/** Often /etc/resolv.conf is a link to what a program below /run keeps up to date by replacing it. */
function findResolverDirectory(): string | undefined {
  try {
    const directory = dirname(realpathSync('/etc/resolv.conf'))
    return directory === '/etc' ? undefined : directory
  } catch {
    // A node without resolvers: services live without them as well.
    return undefined
  }
}

/** Made anew at each start: a part that is no longer named must not stay. Nothing is mounted yet. */
export async function makeView(directory: string, view: View): Promise<ReadyView> {
  expectUnmounted(directory)
  await rm(directory, { recursive: true, force: true })
  await mkdir(`${directory}/.outside`, { recursive: true, mode: 0o755 })
  for (const mount of view.mounts) await makePlace(directory, mount)
  for (const { path, linkTo } of view.links) await symlink(linkTo, `${directory}${path}`)
  const fstab = `${directory}.fstab`
  await writeFile(fstab, renderFstab(directory, view), { mode: 0o600 })
  return { directory, fstab }
}

/** Services mount in namespaces of their own. Were something mounted here all the same, a removal would be of what it shows. */
function expectUnmounted(directory: string): void {
  if (readFileSync('/proc/self/mountinfo', 'utf8').includes(` ${directory}`))
    throw new Error(`something is mounted at ${directory} or below it: unmount it`)
}

async function makePlace(directory: string, { target, on }: ViewMount): Promise<void> {
  const place = `${directory}${target}`
  if (on !== 'file') await mkdir(place, { recursive: true, mode: 0o755 })
  else {
    await mkdir(dirname(place), { recursive: true, mode: 0o755 })
    await writeFile(place, '')
  }
}
