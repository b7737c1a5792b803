import type { Deps } from '../deps.ts'

/** Returns those of the artifacts that the object store has; none without an object store. */
export async function findStored(
  { blobs, store, clock }: Pick<Deps, 'blobs' | 'store' | 'clock'>,
  artifactIds: readonly string[],
): Promise<string[]> {
  return blobs === undefined ? [] : await store.findStored(artifactIds, clock.nowMs())
}
