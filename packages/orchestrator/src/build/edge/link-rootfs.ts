import { link } from 'node:fs/promises'
import { pathsFileOf } from '../../template/template-layout.ts'

/** Gives a root file system, and the list of its paths beside it, a second name: it is there as long as either is. */
export async function linkRootfs(rootfs: string, path: string): Promise<void> {
  await link(rootfs, path)
  await link(pathsFileOf(rootfs), pathsFileOf(path))
}
