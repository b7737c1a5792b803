import { run } from '@cay/kit/host/run.ts'

const makeMsMax = 10 * 60_000

/** One read-only file of a tree. Not compressed and without inline data: the runtime reads no other kind. */
export async function makeErofs(tree: string, file: string): Promise<void> {
  await run(['mkfs.erofs', '--quiet', '-E', 'noinline_data', file, tree], { timeoutMs: makeMsMax })
}
