/** The snapshots and builds on the node's disk, as a cache of the object store. */
import { stat } from 'node:fs/promises'
import { isErrno } from '@cay/kit/host/errno.ts'
import { isSnapshotId, snapshotsLayout } from '../../dialect/snapshot/snapshot-layout.ts'
import { templateLayout } from '../../dialect/template/template-layout.ts'
import type { ArtifactCache, CachedArtifact } from '../../ports/artifact-cache.ts'
import { cachedFilesOf } from '../files/cached-files.ts'
import { namesIn } from '../files/names-in.ts'
import type { LastUses } from './last-uses.ts'
import type { StoredBuilds } from './stored-builds.ts'
import type { StoredSnapshots } from './stored-snapshots.ts'

export interface FileArtifactCacheOptions {
  readonly dataDir: string
  /** Where root file systems have a second name, which is removed when it is the last one. */
  readonly sharedRootfs: string
  readonly snapshots: Pick<StoredSnapshots, 'evict'>
  readonly builds: Pick<StoredBuilds, 'places' | 'evict' | 'isBundled'>
  readonly uses: LastUses
}

export function fileArtifactCache(options: FileArtifactCacheOptions): ArtifactCache {
  const { dataDir, snapshots, builds, uses } = options
  return {
    async list() {
      const shared = new Set((await cachedFilesOf(options.sharedRootfs)).map(({ inode }) => inode))
      const snapshotIds = (await namesIn(snapshotsLayout(dataDir).snapshots)).filter(isSnapshotId)
      const places = [
        ...snapshotIds.map((artifactId) => ({
          ...{ artifactId, kind: 'snapshot' as const, isBundled: false },
          directory: snapshotsLayout(dataDir).snapshot(artifactId),
        })),
        ...(await Promise.all(
          (
            await builds.places()
          ).map(async (place) => ({
            ...{ artifactId: place.buildId, kind: 'build' as const },
            isBundled: await builds.isBundled(place),
            directory: `${templateLayout(dataDir).template(place.templateId)}/${place.buildId}`,
          })),
        )),
      ]
      const listed: ListedArtifact[] = []
      for (const place of places) listed.push(...(await describe(place, { shared, uses })))
      return listed
    },
    evict: ({ artifactId, usedAtMs, ...artifact }) => {
      const isUnused = () => (uses.of(artifactId) ?? 0) <= usedAtMs
      const { kind } = artifact as ListedArtifact
      return (kind === 'snapshot' ? snapshots : builds).evict(artifactId, isUnused)
    },
  }
}

interface ListedArtifact extends CachedArtifact {
  readonly kind: 'snapshot' | 'build'
}

interface CachedDirectory extends Pick<ListedArtifact, 'artifactId' | 'kind' | 'isBundled'> {
  readonly directory: string
}

/** Nothing when it is gone meanwhile. */
async function describe(
  { directory, ...place }: CachedDirectory,
  { shared, uses }: { shared: ReadonlySet<number>; uses: LastUses },
): Promise<ListedArtifact[]> {
  const found = await stat(directory).catch((error: unknown) => {
    if (!isErrno(error, 'ENOENT')) throw error
    return undefined
  })
  if (found === undefined) return []
  const files = (await cachedFilesOf(directory)).map((file) =>
    shared.has(file.inode) ? { ...file, names: file.names - 1 } : file,
  )
  return [{ ...place, files, usedAtMs: uses.of(place.artifactId) ?? found.mtimeMs }]
}
