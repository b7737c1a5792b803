/** Wires the builder's files to the object store. */
import type { BuildStoreLayout } from '../dialect/template-build/build-layout.ts'
import { storedArchives } from '../edge/artifact/stored-archives.ts'
import { storedBuildArtifacts } from '../edge/artifact/stored-build-artifacts.ts'
import type { ArchiveStore, BuildArtifacts } from '../ports/template-build.ts'
import type { StoredParts } from './wire-artifacts.ts'

export interface LocalBuilderFiles {
  readonly archives: ArchiveStore
  readonly artifacts: BuildArtifacts
  readonly layout: BuildStoreLayout
}

export function storeBuilderFiles(
  { artifacts: store, builds, isDeferred }: StoredParts,
  { archives, artifacts, layout }: LocalBuilderFiles,
) {
  const placeOf = (teamId: string, filesHash: string) =>
    `${layout.files(teamId)}/${layout.checked(filesHash)}`
  return {
    archives: storedArchives({ local: archives, artifacts: store, placeOf }),
    artifacts: storedBuildArtifacts(artifacts, { builds, isDeferred }),
  }
}
