/** Makes the image of a recipe from its tree. It is finished by the program that finishes all other images. */
import { link, rm } from 'node:fs/promises'
import { pathsFileOf } from '../../dialect/template/template-layout.ts'
import type { RootfsMaker } from '../../ports/template-build.ts'
import { makeErofs } from './erofs.ts'

const bytesMax = 64 * 1024 ** 3
/** An interrupt ends the process of the builder, and the program with it. */
const neverAborted = new AbortController().signal

/**
 * In the tree, the daemon's Node is a hard link to the one of the image, so that it is stored once. Finishing the image gives
 * each its own inode, and keeps the content shared.
 */
export async function makeRecipeImage(
  rootfs: Pick<RootfsMaker, 'make'>,
  { tree, file }: { readonly tree: string; readonly file: string },
): Promise<void> {
  const plain = `${file}.plain`
  const copy = `${file}.copy`
  try {
    await makeErofs(tree, plain)
    // Finished in place: new metadata is appended.
    await link(plain, copy)
    await rootfs.make({ output: file, base: plain, copy, bytesMax, isFinal: true }, neverAborted)
  } finally {
    for (const path of [plain, pathsFileOf(plain), copy]) await rm(path, { force: true })
  }
}
