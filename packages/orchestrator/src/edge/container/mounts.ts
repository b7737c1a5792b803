/** What is mounted in the node's own mount namespace, and how it is taken away. */
import { mkdir, readFile } from 'node:fs/promises'
import { run } from '@cay/kit/host/run.ts'
import { mountPoints } from '../../dialect/container/mountinfo.ts'

async function isMountPoint(path: string): Promise<boolean> {
  return mountPoints(await readFile('/proc/self/mountinfo', 'utf8')).includes(path)
}

/** No error when nothing is mounted there. Lazy: what still uses it keeps it until it ends. */
export async function unmount(path: string): Promise<void> {
  while (await isMountPoint(path)) await run(['umount', '--lazy', path])
}

/** Whatever is removed below a directory must not be somebody else's, mounted there. */
export async function unmountBelow(directory: string): Promise<void> {
  const mounted = mountPoints(await readFile('/proc/self/mountinfo', 'utf8'))
  const below = mounted.filter((path) => path.startsWith(`${directory}/`)).reverse()
  for (const path of below) await unmount(path)
}

/** A private mount, because a mount namespace cannot be kept on one that others see. */
export async function ensureMountNamespaceDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  if (await isMountPoint(directory)) return
  await run(['mount', '-t', 'tmpfs', '-o', 'size=1m,mode=0700', 'cay', directory])
  await run(['mount', '--make-private', directory])
}
