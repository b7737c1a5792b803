/** The root file system of a recipe: its tree as an image, finished by the program that finishes every other image. */
import { link, rm } from 'node:fs/promises'
import { pathsFileOf } from '../../dialect/template/template-layout.ts'
import type { RootfsMaker } from '../../ports/template-build.ts'
import { makeErofs } from './erofs.ts'

const bytesMax = 64 * 1024 ** 3
/** Whoever interrupts a recipe's build ends its process, and the program with it. */
const neverAborted = new AbortController().signal

/**
 * In the tree the daemon's Node is the one of the image, a hard link, so that it is stored once. Finishing the image gives
 * each an inode of its own and leaves their contents shared.
 */
export async function makeRecipeImage(
  rootfs: Pick<RootfsMaker, 'make'>,
  { tree, file }: { readonly tree: string; readonly file: string },
): Promise<void> {
  const plain = `${file}.plain`
  const copy = `${file}.copy`
  try {
    await makeErofs(tree, plain)
    // Finished in place: new metadata goes behind what is there.
    await link(plain, copy)
    await rootfs.make({ output: file, base: plain, copy, bytesMax, isFinal: true }, neverAborted)
  } finally {
    for (const path of [plain, pathsFileOf(plain), copy]) await rm(path, { force: true })
  }
}
