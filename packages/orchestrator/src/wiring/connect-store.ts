/** The parts of the object store's side that the node and the template builder share. */
import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { openLinkClient } from '@cay/blobs/edge/open-store.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import type { ObjectStoreSettings } from '../config.ts'
import { connectArtifactRecords } from '../edge/artifact/artifact-records.ts'
import { controlArtifacts } from '../edge/artifact/control-artifacts.ts'
import { sharedRootfs } from '../edge/artifact/shared-rootfs.ts'
import { storedBuilds } from '../edge/artifact/stored-builds.ts'

export async function connectStore(dataDir: string, { directory, certificates }: ObjectStoreSettings) {
  const layout = dataLayout(dataDir)
  const records = connectArtifactRecords(layout.artifactsSocket)
  const client = openLinkClient({ certificates, ...(directory === undefined ? {} : { directory }) })
  const artifacts = controlArtifacts({ records, client, processors: availableParallelism() })
  await mkdir(layout.sharedRootfs, { recursive: true, mode: 0o700 })
  const rootfs = sharedRootfs(layout.sharedRootfs, artifacts)
  return { records, artifacts, rootfs, builds: storedBuilds({ dataDir, artifacts, rootfs }) }
}
