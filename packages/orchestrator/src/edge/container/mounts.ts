/** Mounts of the node. Nothing else mounts anything, so that no mount lacks the options that all have. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { type Mount, mountPoints, parseMounts } from '@cay/kit/host/mountinfo.ts'
import { run } from '@cay/kit/host/run.ts'
import { type HostMount, mountArguments } from '../../dialect/container/host-mount.ts'

/** `enter`: the beginning of a command that is run in another mount namespace. */
export async function mount(what: HostMount, enter: readonly string[] = []): Promise<void> {
  await run([...enter, ...mountArguments(what)])
}

/** Several at once; `fstab` is where their lines are written. */
export async function mountAll(fstab: string, lines: string, enter: readonly string[]): Promise<void> {
  await writeFile(fstab, lines)
  await run([...enter, 'mount', '--all', '--fstab', fstab])
}

export async function isMountPoint(path: string): Promise<boolean> {
  return mountPoints(await readFile('/proc/self/mountinfo', 'utf8')).includes(path)
}

/** The mount of exactly this path. */
export async function findMount(path: string): Promise<Mount | undefined> {
  const mounts = parseMounts(await readFile('/proc/self/mountinfo', 'utf8'))
  return mounts.find(({ mountPoint }) => mountPoint === path)
}

/** Unmounts lazily: processes that use it keep it until they end. No error when nothing is mounted. */
export async function unmount(path: string): Promise<void> {
  while (await isMountPoint(path)) await run(['umount', '--lazy', path])
}

/** Unmounts everything below a directory that is about to be removed. */
export async function unmountBelow(directory: string): Promise<void> {
  const mounted = mountPoints(await readFile('/proc/self/mountinfo', 'utf8'))
  const below = mounted.filter((path) => path.startsWith(`${directory}/`)).reverse()
  for (const path of below) await unmount(path)
}

/**
 * Makes a shared mount of a directory on itself: what is unmounted below it is unmounted in the mount namespaces of slots too,
 * however the host mounts `/`.
 */
export async function ensureSharedMount(directory: string): Promise<void> {
  if (await isMountPoint(directory)) return
  await mount({ source: directory, target: directory, options: ['bind', 'noexec'] })
  await run(['mount', '--make-shared', directory])
}

/**
 * Makes a private mount, because a mount namespace cannot be bound on a shared one. A container that shares the mounts of its data
 * directory with the machine finds the mount of the container before it, which is shared.
 */
export async function ensureMountNamespaceDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  if (!(await isMountPoint(directory)))
    await mount({
      ...{ source: 'cay', target: directory, type: 'tmpfs' },
      options: ['noexec', 'size=1m', 'mode=0700'],
    })
  await run(['mount', '--make-private', directory])
}
