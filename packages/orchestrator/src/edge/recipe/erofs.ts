import { run } from '@cay/kit/host/run.ts'
import { pathsFileOf } from '../../dialect/template/template-layout.ts'
import { writePathsFile } from '../template/paths-file.ts'

const makeMsMax = 10 * 60_000

/**
 * One read-only file of a tree, and beside it the list of its paths, from which a sandbox can tell what it has removed and
 * where it has changed nothing.
 */
export async function makeErofs(tree: string, file: string): Promise<void> {
  await writeErofs(tree, file)
  await writePathsFile(tree, pathsFileOf(file))
}

/**
 * Not compressed and without inline data: the runtime reads no other kind. Without extended attributes: it does not find a
 * file that has some, and a capability on a program would not be honoured either.
 */
export async function writeErofs(tree: string, file: string): Promise<void> {
  await run(['mkfs.erofs', '--quiet', '-x-1', '-E', 'noinline_data', file, tree], { timeoutMs: makeMsMax })
}
