/** Archives of COPY steps that are in the object store as well: what was uploaded is there before this says so. */
import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { uploadArtifactId } from '@cay/blobs/app/upload-id.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import type { Artifacts } from '../../ports/artifact.ts'
import type { ArchiveStore } from '../../ports/template-build.ts'

export interface StoredArchivesOptions {
  readonly local: ArchiveStore
  readonly artifacts: Artifacts
  /** The path at which the local store finds an archive. */
  readonly placeOf: (teamId: string, filesHash: string) => string
}

export function storedArchives({ local, artifacts, placeOf }: StoredArchivesOptions): ArchiveStore {
  const queue = new SerialQueue()
  const fetchInto = async (path: string, artifactId: string): Promise<boolean> => {
    const artifact = await artifacts.open(artifactId)
    if (artifact === undefined) return false
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const aside = `${dirname(path)}/.aside-${randomUUID()}`
    try {
      await artifact.fetch(aside)
      await rename(`${aside}/${basename(path)}`, path)
    } finally {
      await rm(aside, { recursive: true, force: true })
    }
    return true
  }
  return {
    async find(teamId, filesHash) {
      const here = await local.find(teamId, filesHash)
      if (here !== undefined) return here
      const artifactId = uploadArtifactId(teamId, filesHash)
      const isFetched = await queue.run(artifactId, () => fetchInto(placeOf(teamId, filesHash), artifactId))
      return isFetched ? await local.find(teamId, filesHash) : undefined
    },
    async store(head, bytes) {
      const { teamId, filesHash } = head
      await local.store(head, bytes)
      const path = placeOf(teamId, filesHash)
      const artifactId = uploadArtifactId(teamId, filesHash)
      // The same hash may stand for another archive of the same files; the last one counts.
      await artifacts.release([artifactId])
      await artifacts.store({ artifactId, kind: 'upload', directory: dirname(path), names: [basename(path)] })
    },
  }
}
